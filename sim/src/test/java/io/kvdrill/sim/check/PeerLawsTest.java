package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.MessageWithdrawn;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostUnblocked;
import io.kvdrill.sim.network.NetworkEvent.IdentityIgnored;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I6 to I9: what peers may do to each other. */
class PeerLawsTest {
    private static final SlotList SLOT = SlotList.of(1);

    private static SessionOpened opened(String peer) {
        return new SessionOpened(peer, 1, Opening.DIALLED);
    }

    private static LoadStarted load(String peer, long job) {
        return new LoadStarted(peer, "r1", job, 0, LoadMode.SYMMETRIC, List.of(key("k")), SLOT);
    }

    // ---- I6 ------------------------------------------------------------------------------------------------------

    /** C may be killed; A and B are well. */
    private static Script isolated(Profile profile) {
        WorldBuilder world = Script.world().fault(Moment.at(0), new Fault.Kill("c", Plane.BOTH));
        return Script.of(profile, world, new IsolationChecker());
    }

    private static Script isolated() {
        return isolated(Profile.of(Preset.HARDENED));
    }

    @Test
    void aReapThatClosesAnotherPeersSessionBreaksI6() {
        SessionClosed lost = new SessionClosed(C, 2, "connection lost", 0, 0, 0);
        SessionClosed other = new SessionClosed(B, 1, "its host lost " + C, 1, 0, 0);
        PeerDown down = new PeerDown(C, "connection lost", 0, 1);
        assertThat(isolated().strike(0).emit(A, lost).emit(A, down).violations())
                .isEmpty();
        assertThat(isolated()
                        .strike(0)
                        .emit(A, lost)
                        .emit(A, other)
                        .emit(A, down)
                        .violations())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.statement()).isEqualTo(47);
                    assertThat(violation.peers()).contains(A, B, C);
                });
    }

    @Test
    void groupedPeersOfOneHostAreNotJudged() {
        String sibling = "10.0.0.3:5711";
        Profile grouping = Profile.of(Preset.HARDENED).with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        SessionClosed lost = new SessionClosed(C, 2, "connection lost", 0, 0, 0);
        SessionClosed grouped = new SessionClosed(sibling, 1, "its host lost " + C, 1, 0, 0);
        SessionClosed other = new SessionClosed(B, 1, "its host lost " + C, 1, 0, 0);
        PeerDown down = new PeerDown(C, "connection lost", 0, 1);
        assertThat(isolated(grouping)
                        .emit(A, lost)
                        .emit(A, grouped)
                        .emit(A, down)
                        .violations())
                .isEmpty();
        assertThat(isolated(grouping).emit(A, lost).emit(A, other).emit(A, down).violations())
                .hasSize(1);
    }

    @Test
    void anEvictionIsNoPartOfAReap() {
        Script script = isolated()
                .emit(A, new IdlePeerEvicted(B, 300))
                .emit(A, new SessionClosed(B, 1, "idle", 0, 0, 0))
                .emit(A, new SessionClosed(C, 2, "connection lost", 0, 0, 0))
                .emit(A, new PeerDown(C, "connection lost", 0, 0));
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void aSessionOfHealthyPeersThatTimesOutBreaksI6() {
        SessionDied late = new SessionDied(B, "handshake not complete after 30001 ms");
        assertThat(isolated().emit(A, late).violations())
                .as("no fault anywhere")
                .isEmpty();
        assertThat(isolated().strike(0).emit(A, late).violations()).hasSize(1);
        assertThat(isolated()
                        .strike(0)
                        .emit(A, new SessionDied(B, "peer disconnected"))
                        .violations())
                .isEmpty();
        assertThat(isolated()
                        .strike(0)
                        .emit(A, new SessionDied(C, "handshake not complete after 30001 ms"))
                        .violations())
                .as("the faulty peer itself")
                .isEmpty();
        assertThat(isolated()
                        .emit(B, new PrefillStep(1 << 20, 0, 25_000_000_000L))
                        .strike(0)
                        .emit(A, late)
                        .violations())
                .as("a peer that was busy with a long step")
                .isEmpty();
    }

    @Test
    void aSessionWhoseTimeoutIsNoLongerThanFourStepsProvesNothing() {
        SessionDied late = new SessionDied(B, "lookups of request r1 made no progress");
        assertThat(isolated()
                        .emit(A, new PrefillStep(4_096, 0, 2_400_000_000L))
                        .strike(0)
                        .emit(A, late)
                        .violations())
                .hasSize(1);
        assertThat(isolated()
                        .emit(A, new PrefillStep(4_096, 0, 2_500_000_000L))
                        .strike(0)
                        .emit(A, late)
                        .violations())
                .isEmpty();
    }

    @Test
    void aLoadFromAHealthyPeerThatTimesOutBreaksI6() {
        LoadTimedOut timedOut = new LoadTimedOut(B, "r1", 1, 0, LoadMode.SYMMETRIC, 10, 10_000_000_000L);
        WriteStarted writing = new WriteStarted(A, "r1", 0, 1, List.of(1L), List.of(key("k")), SLOT, SLOT, 1);
        assertThat(isolated().strike(0).emit(A, load(B, 1)).emit(A, timedOut).violations())
                .hasSize(1);
        assertThat(isolated()
                        .strike(0)
                        .emit(A, load(B, 1))
                        .emit(B, writing)
                        .emit(A, timedOut)
                        .violations())
                .as("bytes may be slow")
                .isEmpty();
    }

    @Test
    void aCrashOrABlockedThreadThatCostsAHealthyPeersWorkBreaksI6() {
        EngineCrashed crash = new EngineCrashed(1, "the tier threw");
        assertThat(isolated().strike(0).emit(A, load(B, 1)).emit(A, crash).violations())
                .hasSize(1);
        assertThat(isolated().strike(0).emit(A, load(C, 1)).emit(A, crash).violations())
                .isEmpty();
        HostBlocked blocked = new HostBlocked("control send to " + C);
        assertThat(isolated()
                        .strike(0)
                        .emit(A, load(B, 1))
                        .emit(A, blocked)
                        .emit(A, new HostUnblocked("control send", 2_000_000_000L))
                        .violations())
                .hasSize(1);
        assertThat(isolated()
                        .strike(0)
                        .emit(A, load(B, 1))
                        .emit(A, blocked)
                        .emit(A, new HostUnblocked("control send", 2_000_000L))
                        .violations())
                .isEmpty();
    }

    // ---- I7 ------------------------------------------------------------------------------------------------------

    @Test
    void aSessionWithItselfBreaksI7() {
        RequestOpened selfish = new RequestOpened("r1", "r1", A, true, "");
        Script refused = Script.of(new IdentityChecker())
                .emit(A, selfish)
                .emit(A, new DialRefused(A, "that is this peer itself"));
        assertThat(refused.violations()).isEmpty();
        assertThat(refused.report(Law.I7).atStake()).isPositive();
        assertThat(Script.of(new IdentityChecker())
                        .emit(A, selfish)
                        .emit(A, opened(A))
                        .violations())
                .hasSize(1);
    }

    @Test
    void aLifeThatIsShutOutByAnEarlierOneBreaksI7() {
        IdentityIgnored ignored = new IdentityIgnored(B, 7, 3);
        assertThat(Script.of(new IdentityChecker())
                        .kill(B)
                        .start(B)
                        .emit(A, ignored)
                        .violations())
                .hasSize(1);
        assertThat(Script.of(new IdentityChecker()).emit(A, ignored).violations())
                .isEmpty();
    }

    @Test
    void aSilentRefusalBreaksI7() {
        assertThat(Script.of(new IdentityChecker())
                        .emit(A, new DialRefused(B, ""))
                        .violations())
                .hasSize(1);
    }

    // ---- I8 ------------------------------------------------------------------------------------------------------

    private static Message.Connect connect(String seed) {
        return new Message.Connect(B, Bytes.of(new byte[4]), 0, 256, 2 << 20, "0123456789abcdef", seed, 5L);
    }

    private static final Message FETCH = new Message.Fetch("r1", List.of(key("k")), SLOT, 0);
    private static final Message DONE = new Message.TransferDone("r1", true, 0);

    @Test
    void aMessageOfAnEarlierLifeInALaterLifesSessionBreaksI8() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        long old = script.send(B, A, FETCH);
        script.kill(B).start(B);
        script.pass(B, A, connect("seed"));
        script.pass(B, A, FETCH);
        assertThat(script.violations()).isEmpty();
        script.receive(A, B, FETCH, old);
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("earlier life"));
    }

    @Test
    void anImpostorsMessageIsOfNoLifeOfThePeerInWhoseNameItSpeaks() {
        Script script = Script.of(new EpochChecker());
        script.kill(B).start(B).emit(A, opened(B)).pass(B, A, connect("seed"));
        script.receive(A, B, FETCH, Long.MAX_VALUE);
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void anImpostorsAcknowledgementThatMakesASessionReadyBreaksI8() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.pass(B, A, connect("seed"));
        script.receive(A, B, new Message.ConnectAck(B, 6L), Long.MAX_VALUE);
        assertThat(script.violations()).isEmpty();
        script.emit(A, new SessionReady(B, 0, 0));
        assertThat(script.violations())
                .singleElement()
                .satisfies(
                        violation -> assertThat(violation.what()).contains("another life than the one that connected"));
    }

    @Test
    void anImpostorsWordsBeforeThePeersOwnAcknowledgementAreNothing() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.pass(B, A, connect("seed"));
        script.receive(A, B, new Message.Connect(B, Bytes.of(new byte[4]), 0, 9, 9, "", "seed", 6L), Long.MAX_VALUE);
        script.receive(A, B, new Message.ConnectAck(B, 6L), Long.MAX_VALUE);
        script.pass(B, A, new Message.ConnectAck(B, 5L)).emit(A, new SessionReady(B, 0, 0));
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void aMessageForAnEarlierLifeThatALaterOneDispatchesBreaksI8() {
        Script script = Script.of(new EpochChecker());
        long old = script.send(B, A, FETCH);
        script.kill(A).start(A).emit(A, opened(B));
        script.receive(A, B, FETCH, old);
        assertThat(script.violations()).hasSize(1);
        script.pass(B, A, FETCH);
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void aMessageForAnEarlierLifeThatComesAfterItsSendersConnectIsInOrder() {
        Script script = Script.of(new EpochChecker());
        long connect = script.send(B, A, connect("seed"));
        long fetch = script.send(B, A, FETCH);
        script.kill(A).start(A).emit(A, opened(B));
        script.receive(A, B, connect("seed"), connect).receive(A, B, FETCH, fetch);
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void anAcknowledgementOfAnotherLifeThanTheOneThatConnectedBreaksI8() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        long old = script.send(B, A, new Message.ConnectAck(B, 5L));
        script.kill(B).start(B);
        script.pass(B, A, connect("seed"));
        script.receive(A, B, new Message.ConnectAck(B, 5L), old).emit(A, new SessionReady(B, 0, 5));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void anAcknowledgementOfALifeThatNeverConnectedBreaksI8() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.pass(B, A, connect("seed"));
        script.pass(B, A, new Message.ConnectAck(B, 6L)).emit(A, new SessionReady(B, 0, 5));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void aNewerLifeThatIsTakenIntoTheSessionOfTheEarlierOneOrTurnedAwayForItBreaksI8() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.pass(B, A, connect("seed")).kill(B).start(B);
        script.pass(B, A, connect("seed"));
        assertThat(script.violations()).isEmpty();
        script.emit(A, new RegistrationStarted(B, 2, 256, 4096));
        assertThat(script.violations()).hasSize(1);
        script.emit(A, new ProtocolViolated(B, "duplicate connect after the handshake"));
        assertThat(script.violations()).hasSize(2);
    }

    @Test
    void aNewerLifeThatEndsTheSessionOfTheEarlierOneIsInOrder() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.pass(B, A, connect("seed")).kill(B).start(B);
        script.pass(B, A, connect("seed"))
                .emit(A, new SessionClosed(B, 1, "replaced by a newer incarnation", 0, 0, 0))
                .emit(A, new SessionOpened(B, 2, Opening.ACCEPTED));
        script.pass(B, A, connect("seed")).emit(A, new RegistrationStarted(B, 2, 256, 4096));
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void aLifeThatWasReplacedAndIsRegisteredBreaksI7() {
        Script script = Script.of(new IdentityChecker()).emit(A, new IdentityCollision(B, 5));
        script.emit(A, new RegistrationStarted(B, 2, 256, 4096));
        assertThat(script.violations()).hasSize(1);
        Script refused = Script.of(new IdentityChecker())
                .emit(A, new IdentityCollision(B, 5))
                .step(A);
        refused.emit(A, new RegistrationStarted(B, 2, 256, 4096));
        assertThat(refused.violations()).isEmpty();
    }

    @Test
    void aTerminalOlderThanTheLoadThatItEndsBreaksI8() {
        LoadEnded ended = new LoadEnded(B, "r1", 1, 0, LoadMode.PD, true, false, "done", 5);
        Script fresh = Script.of(new EpochChecker()).emit(A, opened(B)).emit(A, load(B, 1));
        fresh.pass(B, A, DONE).emit(A, ended);
        assertThat(fresh.violations()).isEmpty();
        Script stale = Script.of(new EpochChecker()).emit(A, opened(B));
        long old = stale.send(B, A, DONE);
        stale.emit(A, load(B, 1)).receive(A, B, DONE, old).emit(A, ended);
        assertThat(stale.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(46);
            assertThat(violation.job()).isEqualTo(1);
        });
    }

    @Test
    void aTerminalThatAnswersAnImpostorInTheNameOfTheLoadsPeerIsTheImpostorsDoing() {
        LoadEnded ended = new LoadEnded(B, "r1", 1, 0, LoadMode.PD, true, false, "done", 5);
        Script script = Script.of(new EpochChecker()).emit(A, opened(B)).emit(B, opened(A));
        script.receive(B, A, FETCH, Long.MAX_VALUE);
        long old = script.send(B, A, DONE);
        script.emit(A, load(B, 1)).receive(A, B, DONE, old).emit(A, ended);
        assertThat(script.violations()).isEmpty();
    }

    /** The load is aborted, its round begins anew, and only then is the abort acknowledged: by a frame that is new enough. */
    @Test
    void anAcknowledgementOfAnEarlierLoadsAbortThatEndsALaterLoadBreaksI8() {
        Message abort = new Message.AbortFetch("r1", 0);
        Message ack = new Message.AbortAck("r1", 0);
        LoadEnded ended = new LoadEnded(B, "r1", 2, 0, LoadMode.PD, false, false, "aborted", 5);
        Script script = Script.of(new EpochChecker()).emit(A, opened(B)).emit(A, load(B, 1));
        long first = script.send(A, B, abort);
        script.receive(B, A, abort, first).pass(B, A, DONE);
        script.emit(A, new LoadEnded(B, "r1", 1, 0, LoadMode.PD, true, false, "done", 5));
        script.emit(A, load(B, 2)).pass(B, A, ack).emit(A, ended);
        assertThat(script.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(46);
            assertThat(violation.job()).isEqualTo(2);
        });
    }

    @Test
    void anAcknowledgementOfItsOwnAbortEndsALoad() {
        Message abort = new Message.AbortFetch("r1", 0);
        Message ack = new Message.AbortAck("r1", 0);
        LoadEnded first = new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, false, "aborted", 5);
        LoadEnded second = new LoadEnded(B, "r1", 2, 0, LoadMode.PD, false, false, "aborted", 5);
        Script script = Script.of(new EpochChecker()).emit(A, opened(B));
        script.emit(A, load(B, 1)).pass(A, B, abort).pass(B, A, ack).emit(A, first);
        script.emit(A, load(B, 2)).pass(A, B, abort).pass(B, A, ack).emit(A, second);
        assertThat(script.violations()).isEmpty();
    }

    private static WriteStarted write(String to, long transfer, long generation) {
        return new WriteStarted(to, "r1", 0, transfer, List.of(1L), List.of(key("k")), SLOT, SLOT, generation);
    }

    @Test
    void aStaleRegistrationThatCountsBreaksI8() {
        Script script = Script.of(new RegistrationsChecker())
                .emit(A, new RegistrationStarted(B, 1, 256, 4096))
                .emit(A, new RegistrationStarted(B, 3, 256, 4096))
                .emit(A, new RegistrationSettled(B, 3, true, ""))
                .emit(A, write(B, 1, 3));
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(A, new RegistrationSettled(B, 1, true, "")).violations())
                .hasSize(1);
        assertThat(script.emit(A, new RegistrationSettled(B, 1, false, "superseded"))
                        .violations())
                .hasSize(2);
        assertThat(script.emit(A, write(B, 2, 1)).violations())
                .hasSize(3)
                .allSatisfy(violation -> assertThat(violation.statement()).isEqualTo(36));
    }

    @Test
    void aCompletionThatAnotherSessionTakesOrAnIdThatRepeatsBreaksI8() {
        Script script = Script.of(new RegistrationsChecker()).emit(A, write(B, 1, 1));
        script.emit(A, new WriteEnded(C, "r1", 0, 1, true, 5));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(37));
        script.emit(A, write(B, 2, 1)).emit(A, write(C, 2, 1));
        assertThat(script.violations())
                .hasSize(2)
                .last()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(38));
    }

    // ---- I9 ------------------------------------------------------------------------------------------------------

    private static final String SEED = "vllm-none-hash";

    private static Script gate() {
        return Script.of(new CompatibilityChecker()).emit(A, opened(B));
    }

    @Test
    void anIncompatiblePeerThatIsNamedAndKeptOutIsInOrder() {
        Script script = gate().emit(A, new MessageReceived(B, connect("another")))
                .emit(A, new PeerIncompatible(B, "hash seed"))
                .emit(A, new SessionDied(B, "incompatible"))
                .step(A);
        assertThat(script.violations()).isEmpty();
        assertThat(script.report(Law.I9).atStake()).isEqualTo(1);
    }

    @Test
    void anIncompatiblePeerThatIsTurnedAwayForAnotherWithItsNameIsInOrder() {
        Script script = Script.of(new CompatibilityChecker()).emit(A, opened(B));
        script.pass(B, A, connect("other"));
        assertThat(script.emit(A, new IdentityCollision(B, 7)).step(A).violations())
                .isEmpty();
    }

    @Test
    void anIncompatiblePeerThatIsTakenSilentlyBreaksI9() {
        Script script =
                gate().emit(A, new MessageReceived(B, connect("another"))).step(A);
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("hash seed 'another'"));
        Script registered = gate().emit(A, new MessageReceived(B, connect("another")))
                .emit(A, new RegistrationStarted(B, 1, 256, 4096));
        assertThat(registered.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(31));
    }

    @Test
    void aSessionOfIncompatiblePeersThatBecomesReadyBreaksI9() {
        PeerSpec odd = PeerSpec.of("b", "10.0.0.2");
        PeerSpec other = new PeerSpec(
                odd.name(),
                odd.host(),
                odd.port(),
                odd.rank(),
                odd.slots(),
                odd.prefillTokensPerSecond(),
                odd.prefillChunkTokens(),
                odd.stepNanos(),
                odd.idleTickNanos(),
                odd.tickPhaseNanos(),
                odd.gpuCopyBytesPerSecond(),
                "another",
                odd.fingerprint(),
                null,
                0,
                0);
        WorldBuilder world = World.called("odd").peers(PeerSpec.of("a", "10.0.0.1"), other);
        Script script = Script.of(Profile.of(Preset.HARDENED), world, new CompatibilityChecker())
                .emit(A, opened(B))
                .emit(A, new SessionReady(B, 0, 5));
        assertThat(script.violations()).hasSize(1);
        assertThat(gate().emit(A, new SessionReady(B, 0, 5)).violations()).isEmpty();
    }

    @Test
    void anAcknowledgementBeforeARegistrationBreaksI9() {
        MessageSent acknowledgement = new MessageSent(B, new Message.ConnectAck(A, 5L));
        assertThat(gate().emit(A, new MessageReceived(B, connect(SEED)))
                        .emit(A, new RegistrationSettled(B, 1, true, ""))
                        .emit(A, acknowledgement)
                        .violations())
                .isEmpty();
        assertThat(gate().emit(A, acknowledgement).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(29));
    }

    @Test
    void aRoleMessageBeforeTheAcknowledgementOrOutOfOrderBreaksI9() {
        assertThat(gate().emit(A, new MessageSent(B, FETCH)).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(28));
        Script script = gate().emit(A, new MessageQueued(B, DONE))
                .emit(A, new MessageQueued(B, FETCH))
                .emit(A, new MessageWithdrawn(B, DONE))
                .emit(A, new SessionReady(B, 1, 5))
                .emit(A, new MessageSent(B, FETCH));
        assertThat(script.violations()).isEmpty();
        Script swapped = gate().emit(A, new MessageQueued(B, DONE))
                .emit(A, new MessageQueued(B, FETCH))
                .emit(A, new SessionReady(B, 2, 5))
                .emit(A, new MessageSent(B, FETCH));
        assertThat(swapped.violations()).hasSize(1);
    }
}
