package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostUnblocked;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Moment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** I6, I9, I11, I14 at their edges: from when on a healed world must work, and what excuses a peer no longer. */
class FaultEdgesLawsTest {
    private static final SlotList SLOT = SlotList.of(1);
    private static final long SECOND = 1_000_000_000L;
    /** The longest timeout and two steps. */
    private static final long RECOVERY =
            60 * SECOND + 2 * Script.world().build().peers().get(0).stepNanos();

    private static LoadStarted load(String peer) {
        return new LoadStarted(peer, "r1", 1, 0, LoadMode.SYMMETRIC, List.of(key("k")), SLOT);
    }

    private static SessionClosed closed(String peer, String reason) {
        return new SessionClosed(peer, 1, reason, 0, 0, 0);
    }

    // ---- I14 -----------------------------------------------------------------------------------------------------

    private static List<Violation> refused(double healed, long nanosLater) {
        Script script = Script.of(new RecoveryChecker()).at(healed).healed();
        script.run().nowNanos += nanosLater;
        return script.emit(A, new DialRefused(B, "it is faulted")).end();
    }

    @Test
    void aHealedWorldMustWorkWhenTheLongestTimeoutAndTwoStepsAreOverAndNotBefore() {
        assertThat(refused(10, RECOVERY - 1)).isEmpty();
        assertThat(refused(10, RECOVERY)).hasSize(1);
        assertThat(refused(0, RECOVERY)).as("a world that heals at once").hasSize(1);
    }

    private static List<Violation> failed(double healed, long arrivedLater) {
        Script script = Script.of(new RecoveryChecker()).at(healed).healed();
        long arrived = (long) (healed * SECOND) + arrivedLater;
        script.run().requests = List.of(new RequestOutcome("r9", arrived, -1, -1, Finish.FAILED, 0, 0, 0, 0, null, 1));
        return script.at(200).end();
    }

    @Test
    void aRequestMustWorkThatArrivesWhenTheTimeToRecoverIsOverAndNotBefore() {
        assertThat(failed(10, RECOVERY - 1)).isEmpty();
        assertThat(failed(10, RECOVERY)).hasSize(1);
        assertThat(failed(0, RECOVERY)).hasSize(1);
        assertThat(failed(0, -1)).as("one that never arrived").isEmpty();
    }

    @Test
    void whatEndsBeforeTheTimeToRecoverIsOverIsNotJudged() {
        SessionOpened opened = new SessionOpened(B, 1, Opening.DIALLED);
        Script early = Script.of(new RecoveryChecker()).at(10).healed().emit(A, opened);
        assertThat(early.at(30).end()).isEmpty();
        Script closed = Script.of(new RecoveryChecker()).at(10).healed().at(71).emit(A, opened);
        assertThat(closed.at(72).emit(A, closed(B, "idle")).at(200).end()).isEmpty();
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheSessionsOfTheLast() {
        Script script = Script.of(new RecoveryChecker()).at(10).healed().at(71);
        script.emit(A, new SessionOpened(B, 1, Opening.DIALLED)).kill(A).start(A);
        assertThat(script.at(200).end()).isEmpty();
    }

    // ---- I6 ------------------------------------------------------------------------------------------------------

    /** C was killed; A and B are well. */
    private static Script isolated() {
        return Script.of(
                        Profile.of(Preset.HARDENED),
                        Script.world().fault(Moment.at(0), new Fault.Kill("c", Plane.BOTH)),
                        new IsolationChecker())
                .strike(0);
    }

    @Test
    void aRoundThatIsOverExcusesNoLateLoad() {
        WriteStarted writing = new WriteStarted(A, "r1", 0, 1, List.of(1L), List.of(key("k")), SLOT, SLOT, 1);
        LoadTimedOut late = new LoadTimedOut(B, "r1", 1, 0, LoadMode.SYMMETRIC, 10, 10 * SECOND);
        Script script = isolated().emit(A, load(B)).emit(B, writing);
        assertThat(script.emit(A, late).violations()).isEmpty();
        script.emit(B, new RoundEnded(A, "r1", 0, true, true, "done"));
        assertThat(script.emit(A, late).violations()).hasSize(1);
    }

    @Test
    void aLoadThatIsOverIsNotLost() {
        EngineCrashed crash = new EngineCrashed(1, "the tier threw");
        LoadEnded ended = new LoadEnded(B, "r1", 1, 0, LoadMode.SYMMETRIC, true, false, "done", 5);
        assertThat(isolated().emit(A, load(B)).emit(A, ended).emit(A, crash).violations())
                .isEmpty();
        assertThat(isolated()
                        .emit(A, load(B))
                        .emit(A, new LoadForgotten(B, "r1", 1, 0))
                        .emit(A, crash)
                        .violations())
                .isEmpty();
        assertThat(isolated()
                        .emit(A, load(B))
                        .emit(A, closed(B, "idle"))
                        .emit(A, crash)
                        .violations())
                .isEmpty();
    }

    private static final SessionDied LATE = new SessionDied(B, "handshake not complete after 30001 ms");

    @Test
    void whoIsRefusedOrRegistersIsExcusedAndNoLongerThanThat() {
        assertThat(isolated().emit(B, new PeerRefused(A, "full")).emit(A, LATE).violations())
                .isEmpty();
        Script script = isolated().emit(A, new RegistrationStarted(B, 1, 256, 4096));
        assertThat(script.emit(A, LATE).violations()).isEmpty();
        script.emit(A, new RegistrationSettled(B, 1, true, ""));
        assertThat(script.emit(A, LATE).violations()).hasSize(1);
        Script other = isolated().emit(B, new RegistrationStarted(A, 1, 256, 4096));
        assertThat(other.emit(A, LATE).violations()).isEmpty();
        other.emit(B, closed(A, "idle"));
        assertThat(other.emit(A, LATE).violations()).hasSize(1);
    }

    @Test
    void aStepAsLongAsAQuarterOfTheTimeoutExcuses() {
        long quarter = 30 * SECOND / 4;
        assertThat(isolated()
                        .emit(B, new PrefillStep(1, 0, quarter))
                        .emit(A, LATE)
                        .violations())
                .isEmpty();
        assertThat(isolated()
                        .emit(B, new PrefillStep(1, 0, quarter - 1))
                        .emit(A, LATE)
                        .violations())
                .hasSize(1);
    }

    @Test
    void oneReapIsNotBlamedForTheSessionsOfAnother() {
        PeerDown down = new PeerDown(C, "connection lost", 0, 0);
        Script twice = isolated()
                .emit(A, closed(B, "connection lost"))
                .emit(A, new PeerDown(B, "connection lost", 0, 0))
                .emit(A, closed(C, "connection lost"))
                .emit(A, down);
        assertThat(twice.violations()).isEmpty();
        Script later = isolated()
                .emit(A, closed(B, "drain timeout"))
                .step(A)
                .emit(A, closed(C, "connection lost"))
                .emit(A, down);
        assertThat(later.violations()).isEmpty();
    }

    private static List<Violation> blocked(long nanos) {
        return isolated()
                .emit(A, load(B))
                .emit(A, new HostBlocked("control send to " + C))
                .emit(A, new HostUnblocked("control send", nanos))
                .violations();
    }

    @Test
    void aThreadMayBeBlockedForLessThanASecond() {
        assertThat(blocked(SECOND - 1)).isEmpty();
        assertThat(blocked(SECOND)).hasSize(1);
    }

    @Test
    void aThreadThatIsBlockedToTheEndIsJudgedToo() {
        Script script = isolated().emit(A, load(B)).at(5).emit(A, new HostBlocked("control send to " + C));
        assertThat(script.at(6.5).end()).hasSize(1);
        Script over = isolated()
                .emit(A, load(B))
                .at(5)
                .emit(A, new HostBlocked("control send to " + C))
                .emit(A, new HostUnblocked("control send", 1));
        assertThat(over.at(60).end()).isEmpty();
    }

    @Test
    void theNextLifeOfAPeerLosesNothingOfTheLast() {
        Script script = isolated().emit(A, load(B)).kill(A).start(A);
        assertThat(script.emit(A, new EngineCrashed(1, "the tier threw")).violations())
                .isEmpty();
    }

    // ---- I1, I9, I11 -----------------------------------------------------------------------------------------------

    @Test
    void anIncompatiblePeerThatNothingNamesIsReportedOnce() {
        Message.Connect other =
                new Message.Connect(B, Bytes.ofHex("00"), 4096, 256, 4096, "0123456789abcdef", "another", 5L);
        Script script = Script.of(new CompatibilityChecker())
                .emit(A, new SessionOpened(B, 1, Opening.ACCEPTED))
                .emit(A, new MessageReceived(B, other));
        assertThat(script.step(A).step(A).violations()).hasSize(1);
        Script died = Script.of(new CompatibilityChecker())
                .emit(A, new SessionOpened(B, 1, Opening.ACCEPTED))
                .emit(A, new MessageReceived(B, other))
                .emit(A, new SessionDied(B, "incompatible"));
        assertThat(died.step(A).violations()).isEmpty();
    }

    @Test
    void aResultThatIsKeptBackIsReportedOnce() {
        Script script = Script.of(new ResultsChecker())
                .emit(A, new JobOpened(1, Direction.LOAD, "r1", List.of(key("k")), SLOT))
                .emit(A, new LoadEnded(B, "r1", 1, 0, LoadMode.PD, true, false, "done", 5));
        assertThat(script.step(A).violations()).isEmpty();
        assertThat(script.step(A).step(A).step(A).violations()).hasSize(1);
    }

    static Stream<FabricEvent> ends() {
        return Stream.of(
                new FabricEvent.TransferLanded(B, 9, 1),
                new FabricEvent.TransferStopped(B, 9, 0, "fenced"),
                new FabricEvent.TransferEnded(B, 9, true, ""),
                new FabricEvent.TransferForgotten(B, 9, true));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void whatAWriteWasToCarryIsForgottenWithIt(FabricEvent end) {
        List<BlockKey> first = List.of(key("k1"));
        List<BlockKey> second = List.of(key("k2"));
        WriteStarted started = new WriteStarted(B, "r1", 0, 9, List.of(1L), second, SLOT, SLOT, 1);
        Script open = Script.of(new ContentChecker()).emit(A, new FabricEvent.WritePosted(B, 9, 1, SLOT, SLOT, first));
        assertThat(open.emit(A, started).violations()).hasSize(1);
        Script over = Script.of(new ContentChecker())
                .emit(A, new FabricEvent.WritePosted(B, 9, 1, SLOT, SLOT, first))
                .emit(A, end);
        assertThat(over.emit(A, started).violations()).isEmpty();
    }
}
