package io.kvdrill.sim.check;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static io.kvdrill.sim.run.Worlds.twoPeers;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Fault.WriteMatch;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole runs: {@code hardened} keeps every law; a row set back to August's value breaks the law that the row is about, and
 * that only.
 */
class SimulatedLawsTest {

    private static RunResult run(World world, Profile profile) {
        RunOptions options = RunOptions.of(1, TierFactory.own()).keeping(Keep.FINGERPRINT);
        return new SimulatedRun(world, profile, options.observedBy(Laws.standard())).run();
    }

    private static Set<String> broken(RunResult result) {
        return result.violations().stream().map(Violation::law).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    private static Profile setBack(Row<?>... rows) {
        Profile profile = hardened();
        for (Row<?> row : rows) {
            profile = profile.with(row, Preset.VLLM_2026_08);
        }
        return profile;
    }

    /** The world keeps every law under {@code hardened}, and with these rows set back breaks these and no other. */
    private static void assertBreaks(WorldBuilder builder, Set<String> laws, Row<?>... rows) {
        World world = builder.build();
        RunResult kept = run(world, hardened());
        assertThat(kept.violations()).as("under hardened").isEmpty();
        RunResult changed = run(world, setBack(rows));
        assertThat(broken(changed)).as(() -> changed.violations().toString()).isEqualTo(new TreeSet<>(laws));
    }

    private static RequestSpec pd(String id, long at) {
        return RequestSpec.pd(id, at, Prompt.of(id, 512), "prefill", "decode");
    }

    // ---- one row, one law ----------------------------------------------------------------------------------------

    @Test
    void aForgottenLoadBreaksI1AndLeaksItsSlots() {
        WorldBuilder world = twoAcquainted("gives-up")
                .requests(pd("r1", SECOND)
                        .dispatched(new Dispatch.Legs(null, Moment.at(SECOND)))
                        .givenUpAfter(2 * SECOND));
        assertBreaks(world, Set.of("I1", "I15"), Rows.FINISH_WITH_LIVE_LOAD);
    }

    @Test
    void slotsThatATimeoutReleasesBreakI2AndI11() {
        Prompt donor = Prompt.of("donor", 31 * 16);
        Prompt victim = Prompt.of("victim", 32 * 16);
        WorldBuilder world = World.called("late-write")
                .peers(
                        PeerSpec.of("prefill", "10.0.0.1"),
                        PeerSpec.of("decode", "10.0.0.2").withSlots(45))
                .warm("decode", Prompt.of("earlier", 14 * 16))
                .requests(
                        RequestSpec.symmetric("hello", 0, Prompt.of("short", 15), "prefill", "decode"),
                        RequestSpec.pd("donor", SECOND, donor, "prefill", "decode")
                                .dispatched(new Dispatch.Legs(Moment.at(878_780 * MILLI), Moment.at(850_300 * MILLI))),
                        RequestSpec.local("victim", 881_310 * MILLI, victim, "decode"),
                        RequestSpec.local("reader", 886 * SECOND, victim, "decode"))
                .fault(
                        Moment.at(0),
                        new Fault.Writes(new WriteMatch("prefill", "decode", 1), Fault.WriteFate.SLOW, 6 * SECOND));
        assertBreaks(world, Set.of("I2", "I11"), Rows.WAIT_CANCEL, Rows.SOURCE_PIN_RELEASE);
    }

    @Test
    void aHandshakeWithoutALimitBreaksI3() {
        WorldBuilder world = twoPeers("dead-dial")
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT, "prefill", "decode"))
                .fault(Moment.at(0), new Fault.Kill("prefill", Plane.BOTH));
        assertBreaks(world, Set.of("I3"), Rows.HANDSHAKE_TIMEOUT);
    }

    @Test
    void aBindingThatNothingRemovesBreaksI4() {
        WorldBuilder world = twoAcquainted("symmetric")
                .warm("prefill", PROMPT)
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT.then("more", 64), "prefill", "decode"));
        assertBreaks(world, Set.of("I4"), Rows.BINDINGS);
    }

    @Test
    void incompatiblePeersPutI9AtStake() {
        PeerSpec usual = PeerSpec.of("prefill", "10.0.0.1");
        PeerSpec other = new PeerSpec(
                usual.name(),
                usual.host(),
                usual.port(),
                usual.rank(),
                usual.slots(),
                usual.prefillTokensPerSecond(),
                usual.prefillChunkTokens(),
                usual.stepNanos(),
                usual.idleTickNanos(),
                usual.tickPhaseNanos(),
                usual.gpuCopyBytesPerSecond(),
                "another-seed",
                usual.fingerprint(),
                null,
                0,
                0);
        World world = World.called("incompatible")
                .peers(other, PeerSpec.of("decode", "10.0.0.2"))
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT, "prefill", "decode"))
                .build();
        RunResult kept = run(world, hardened());
        assertThat(kept.violations()).isEmpty();
        assertThat(atStake(kept, "I9")).isPositive();
    }

    @Test
    void anInlineRegistrationBreaksI10() {
        WorldBuilder world = twoAcquainted("acquainted");
        assertBreaks(world, Set.of("I10"), Rows.PEER_REGISTRATION);
    }

    @Test
    void aDialWhoseRefusalEscapesBreaksI12() {
        WorldBuilder world = twoPeers("no-control")
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT, "prefill", "decode"))
                .fault(Moment.at(SECOND / 2), new Fault.Kill("decode", Plane.CONTROL));
        assertBreaks(world, Set.of("I12"), Rows.SEND_FAILURE);
    }

    @Test
    void aLookupWithoutALimitBreaksI3() {
        WorldBuilder world = twoAcquainted("deaf")
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT, "prefill", "decode"))
                .fault(Moment.at(SECOND / 2), new Fault.DropMessage(new MessageMatch(null, null, "lookup", null), 0));
        assertBreaks(world, Set.of("I3", "I4"), Rows.LOOKUP_PROGRESS_TIMEOUT);
    }

    @Test
    void contentThatNoProtocolCanCheckBreaksI11UnderAnyProfile() {
        World world = twoAcquainted("corrupt")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"))
                .fault(
                        Moment.at(0),
                        new Fault.Writes(new WriteMatch("prefill", "decode", 0), Fault.WriteFate.CORRUPTED, 0))
                .build();
        assertThat(broken(run(world, hardened()))).containsExactly("I11");
    }

    @Test
    void anUnconfirmedAbortThatReleasesSlotsBreaksI2() {
        WorldBuilder world = twoAcquainted("unheard-abort")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"))
                .fault(FaultSpec.lasting(
                        Moment.at(0),
                        200 * SECOND,
                        new Fault.Writes(new WriteMatch("prefill", "decode", 1), Fault.WriteFate.STALLS, 0)))
                .fault(
                        Moment.at(SECOND / 2),
                        new Fault.DropMessage(new MessageMatch(null, null, "abort_fetch", null), 0));
        World built = world.build();
        Profile patient =
                hardened().with(Rows.STALLED_WRITE_TIMEOUT, (Long) null).with(Rows.STORE_TIMEOUT, 300 * SECOND);
        assertThat(broken(run(built, patient))).isEmpty();
        Profile hasty = patient.with(Rows.ABORT_ACK_TIMEOUT_ACTION, Preset.VLLM_2026_08);
        assertThat(broken(run(built, hasty))).contains("I2");
    }

    // ---- hardened ------------------------------------------------------------------------------------------------

    private static long atStake(RunResult result, String law) {
        return result.laws().stream()
                .filter(report -> report.law().equals(law))
                .mapToLong(LawReport::atStake)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyLawIsReportedAlsoIfItWasNeverAtStake() {
        RunResult result = run(twoAcquainted("quiet").build(), hardened());
        assertThat(result.laws())
                .extracting(LawReport::law)
                .containsExactly(
                        java.util.Arrays.stream(Law.values()).map(Law::code).toArray(String[]::new));
        assertThat(atStake(result, "I14")).isZero();
        assertThat(atStake(result, "I1")).isPositive();
    }

    @Test
    void aRestartPutsI8AtStakeAndAHealedWorldI14() {
        World world = twoAcquainted("healed")
                .requests(
                        RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"),
                        RequestSpec.symmetric("again", 200 * SECOND, Prompt.of("x", 64), "prefill", "decode"),
                        pd("r2", 210 * SECOND))
                .fault(Moment.after(Boundary.of("write_posted")), new Fault.Restart("prefill", 500 * MILLI))
                .healAt(Moment.at(30 * SECOND))
                .build();
        RunResult result = run(world, hardened());
        assertThat(result.violations()).isEmpty();
        assertThat(atStake(result, "I8")).isPositive();
        assertThat(atStake(result, "I14")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 20, 30, 40, 50, 60, 70})
    void hardenedKeepsAllLawsInRandomWorlds(long first) {
        for (long number = first; number < first + 10; number++) {
            World world = RandomWorlds.world(number);
            RunOptions options = RunOptions.of(number, TierFactory.own()).keeping(Keep.FINGERPRINT);
            RunResult result = new SimulatedRun(world, hardened(), options.observedBy(Laws.standard())).run();
            List<Violation> violations = result.violations();
            assertThat(violations).as("world " + number).isEmpty();
            assertThat(result.end().capped()).as("world " + number).isFalse();
        }
    }
}
