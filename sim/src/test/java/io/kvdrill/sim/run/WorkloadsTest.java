package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.workload.Specs;
import io.kvdrill.sim.world.Amount;
import io.kvdrill.sim.world.Arrivals;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Expectation.Wait;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Portion;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.Retries;
import io.kvdrill.sim.world.Routing;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import io.kvdrill.sim.world.Sessions;
import io.kvdrill.sim.world.WorkloadSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Generated requests, from their arrival to their end. */
class WorkloadsTest {
    private static final PrefixPool POOL = new PrefixPool("system", 2, Amount.fixed(1_024), 1);

    private static WorldBuilder threePeers() {
        return World.called("workload")
                .peers(
                        PeerSpec.of("a", "10.0.0.1").withSlots(1_024),
                        PeerSpec.of("b", "10.0.0.2").withSlots(1_024),
                        PeerSpec.of("c", "10.0.0.3").withSlots(1_024));
    }

    private static WorkloadSpec workload(
            Arrivals arrivals,
            long count,
            Sessions sessions,
            Routing routing,
            Retries retries,
            @Nullable Long patience) {
        return new WorkloadSpec(
                "w", Moment.at(SECOND), arrivals, count, null, POOL, sessions, routing, retries, patience);
    }

    private static Routing local(Policy policy) {
        return new Routing(Mode.LOCAL, Choice.of(policy, "a", "b"), null, null, new Dispatch.Together());
    }

    private static Sessions single() {
        return Sessions.single(Amount.fixed(256), Amount.fixed(4));
    }

    @Test
    void theSameSeedGivesTheSameRunAndAnotherSeedAnother() {
        World world = threePeers()
                .workloads(workload(
                        new Arrivals.Poisson(SECOND / 10), 30, single(), local(Policy.RANDOM), Retries.NONE, null))
                .build();
        RunResult one = run(world, Preset.HARDENED);
        RunResult again = run(world, Preset.HARDENED);
        RunResult other =
                new SimulatedRun(world, Profile.of(Preset.HARDENED), RunOptions.of(2, TierFactory.own())).run();
        assertThat(one.fingerprint()).isEqualTo(again.fingerprint()).isNotEqualTo(other.fingerprint());
        assertThat(one.requests()).hasSize(30).isEqualTo(again.requests()).isNotEqualTo(other.requests());
    }

    @Test
    void whatIsAskedDoesNotDependOnWhatBecomesOfIt() {
        Sessions chat = new Sessions(
                new Amount.Uniform(1, 4),
                Latency.fixed(SECOND),
                new Amount.Uniform(100, 900),
                new Amount.Uniform(1, 30));
        WorkloadSpec spec = workload(
                new Arrivals.Poisson(SECOND),
                10,
                chat,
                local(Policy.FIXED),
                new Retries(2, null, 0, true, false),
                null);
        RunResult well = run(threePeers().workloads(spec).build(), Preset.HARDENED);
        RunResult sick = run(
                threePeers()
                        .workloads(spec)
                        .fault(Moment.at(3 * SECOND), new Fault.Kill("a", Fault.Plane.BOTH))
                        .build(),
                Preset.HARDENED);
        assertThat(sick.fingerprint()).isNotEqualTo(well.fingerprint());
        assertThat(firstTurns(sick)).isEqualTo(firstTurns(well));
        assertThat(sick.requests()).hasSameSizeAs(well.requests());
    }

    private static List<String> firstTurns(RunResult result) {
        return result.requests().stream()
                .filter(request -> request.request().endsWith(".0"))
                .map(request -> request.request() + " at " + request.arrivedNanos())
                .toList();
    }

    @Test
    void aTurnFollowsItsAnswerAndFindsThePromptCached() {
        Sessions chat = new Sessions(Amount.fixed(3), Latency.fixed(SECOND), Amount.fixed(256), Amount.fixed(16));
        RunResult result = run(
                threePeers()
                        .workloads(workload(
                                new Arrivals.Constant(SECOND), 1, chat, local(Policy.FIXED), Retries.NONE, null))
                        .build(),
                Preset.HARDENED);
        assertThat(result.requests()).extracting(RequestOutcome::request).containsExactly("w.0.0", "w.0.1", "w.0.2");
        RequestOutcome first = result.request("w.0.0");
        RequestOutcome second = result.request("w.0.1");
        assertThat(first.arrivedNanos()).isEqualTo(SECOND);
        assertThat(second.arrivedNanos()).isEqualTo(first.endedNanos() + SECOND);
        assertThat(first.computedTokens()).isEqualTo(1_280);
        assertThat(second.cachedBlocks()).isGreaterThanOrEqualTo(80);
        assertThat(second.computedTokens()).isLessThan(400);
    }

    @Test
    void aSessionEndsWithATurnThatIsNotAnswered() {
        Sessions chat = new Sessions(Amount.fixed(3), Latency.fixed(SECOND), Amount.fixed(256), Amount.fixed(16));
        RunResult result = run(
                threePeers()
                        .workloads(workload(
                                new Arrivals.Constant(SECOND), 1, chat, local(Policy.FIXED), Retries.NONE, null))
                        .fault(Moment.at(SECOND + 1_000), new Fault.Kill("a", Fault.Plane.BOTH))
                        .build(),
                Preset.HARDENED);
        assertThat(result.requests()).singleElement().satisfies(only -> {
            assertThat(only.request()).isEqualTo("w.0.0");
            assertThat(only.finish()).isEqualTo(Finish.FAILED);
        });
    }

    @Test
    void aFailedAttemptIsTriedAgainElsewhere() {
        Retries again = new Retries(3, null, SECOND / 2, true, true);
        RunResult result = run(
                threePeers()
                        .workloads(
                                workload(new Arrivals.Constant(SECOND), 1, single(), local(Policy.FIXED), again, null))
                        .fault(Moment.at(SECOND / 2), new Fault.Kill("a", Fault.Plane.BOTH))
                        .build(),
                Preset.HARDENED);
        RequestOutcome only = result.request("w.0.0");
        assertThat(only.finish()).isEqualTo(Finish.LOCAL_PREFILL);
        assertThat(only.attempts()).isEqualTo(2);
        assertThat(only.endedNanos() - only.arrivedNanos()).isBetween(SECOND / 2, SECOND);
    }

    @Test
    void anAttemptThatTakesTooLongIsAbortedAndTriedAgain() {
        Retries again = new Retries(2, 2 * SECOND, 0, true, false);
        RunResult result = run(
                threePeers()
                        .workloads(
                                workload(new Arrivals.Constant(SECOND), 1, single(), local(Policy.FIXED), again, null))
                        .fault(FaultSpec.lasting(Moment.at(SECOND / 2), 20 * SECOND, new Fault.Pause("a")))
                        .build(),
                Preset.HARDENED);
        RequestOutcome only = result.request("w.0.0");
        assertThat(only.finish()).isEqualTo(Finish.LOCAL_PREFILL);
        assertThat(only.attempts()).isEqualTo(2);
        assertThat(only.endedNanos() - only.arrivedNanos()).isBetween(2 * SECOND, 3 * SECOND);
    }

    @Test
    void aClientGivesUpWhateverTheRouterStillTries() {
        Retries again = new Retries(100, SECOND, 0, false, false);
        RunResult result = run(
                threePeers()
                        .workloads(workload(
                                new Arrivals.Constant(SECOND), 1, single(), local(Policy.FIXED), again, 5 * SECOND / 2))
                        .fault(FaultSpec.lasting(Moment.at(SECOND / 2), 20 * SECOND, new Fault.Pause("a")))
                        .build(),
                Preset.HARDENED);
        RequestOutcome only = result.request("w.0.0");
        assertThat(only.finish()).isEqualTo(Finish.GIVEN_UP);
        assertThat(only.attempts()).isEqualTo(3);
        assertThat(only.endedNanos() - only.arrivedNanos()).isEqualTo(5 * SECOND / 2);
    }

    @Test
    void aPromptServedElsewhereIsPulledFromThere() {
        Routing routing = new Routing(
                Mode.SYMMETRIC,
                Choice.of(Policy.ROUND_ROBIN, "a", "b"),
                null,
                Choice.of(Policy.PREFIX_AFFINITY, "a", "b"),
                new Dispatch.Together());
        PrefixPool one = new PrefixPool("system", 1, Amount.fixed(4_096), 0);
        WorkloadSpec spec = new WorkloadSpec(
                "w", Moment.at(0), new Arrivals.Constant(SECOND), 4L, null, one, single(), routing, Retries.NONE, null);
        RunResult result = run(threePeers().workloads(spec).build(), Preset.HARDENED);
        assertThat(result.request("w.0.0").remoteBlocks()).isZero();
        // The second finds no session yet; by then both have the prompt.
        assertThat(result.request("w.1.0").computedTokens()).isEqualTo(4_352);
        RunResult fresh = run(
                threePeers()
                        .workloads(Specs.routed(
                                spec,
                                new Routing(
                                        Mode.SYMMETRIC,
                                        Choice.of(Policy.ROUND_ROBIN, "b", "c", "b", "a"),
                                        null,
                                        Choice.of(Policy.FIXED, "a"),
                                        new Dispatch.Together()),
                                Retries.NONE))
                        .warm("a", io.kvdrill.sim.world.Prompt.of("system.0", 4_096))
                        .build(),
                Preset.VLLM_2026_08);
        assertThat(fresh.request("w.0.0").remoteBlocks()).isEqualTo(256);
    }

    @Test
    void aPdWorkloadWritesItsBlocksToTheConsumer() {
        Routing routing = new Routing(
                Mode.PD,
                Choice.of(Policy.LEAST_LOADED, "c"),
                Choice.of(Policy.ROUND_ROBIN, "a", "b"),
                null,
                new Dispatch.AfterPrefill(0));
        RunResult result = run(
                threePeers()
                        .workloads(workload(new Arrivals.Constant(SECOND), 6, single(), routing, Retries.NONE, null))
                        .build(),
                Preset.VLLM_2026_08);
        assertThat(result.requests()).allMatch(request -> request.finish() == Finish.REMOTE_KV);
    }

    @Test
    void expectationsCountRequestsAndMeasureWaits() {
        World world = threePeers()
                .workloads(workload(
                        new Arrivals.Constant(SECOND), 10, single(), local(Policy.ROUND_ROBIN), Retries.NONE, null))
                .fault(Moment.at(5 * SECOND + SECOND / 2), new Fault.Kill("b", Fault.Plane.BOTH))
                .expect(
                        finishes(null, new Portion.Share(10_000), null),
                        finishes(Finish.FAILED, new Portion.Count(3), new Portion.Count(3)),
                        finishes(Finish.LOCAL_PREFILL, new Portion.Share(7_000), new Portion.Share(7_000)),
                        new Expectation.WorkloadWaits("w", Wait.FIRST_TOKEN, 7_000, Span.within(SECOND)),
                        new Expectation.WorkloadWaits("w", Wait.END, 10_000, Span.within(SECOND)),
                        new Expectation.SessionsOpen(null, true, 0, 0))
                .build();
        RunResult result = run(world, Preset.HARDENED);
        assertThat(result.reasons()).isEmpty();
        RunResult wrong = run(
                world.toBuilder()
                        .onlyExpect(List.of(
                                finishes(Finish.FAILED, null, new Portion.Share(2_999)),
                                finishes(Finish.LOCAL_PREFILL, new Portion.Count(9), null),
                                new Expectation.WorkloadWaits("w", Wait.FIRST_TOKEN, 7_001, Span.within(SECOND)),
                                new Expectation.SessionsOpen("a", false, 1, 9)))
                        .build(),
                Preset.HARDENED);
        assertThat(wrong.expectations()).noneMatch(ExpectationOutcome::met);
        assertThat(wrong.expectations().get(0).seen()).isEqualTo("of 10 requests 7 by local prefill, 3 failed");
        assertThat(wrong.expectations().get(2).seen()).isEqualTo("it never came");
        assertThat(wrong.expectations().get(3).seen()).isEqualTo("a had 0");
    }

    private static Expectation finishes(@Nullable Finish how, @Nullable Portion atLeast, @Nullable Portion atMost) {
        return new Expectation.WorkloadFinishes("w", how, atLeast, atMost);
    }

    @Test
    void aWorkloadWhoseMomentNeverComesIsMissed() {
        WorkloadSpec spec = new WorkloadSpec(
                "w",
                Moment.after(io.kvdrill.sim.world.Boundary.of("peer_down")),
                new Arrivals.Constant(SECOND),
                1L,
                null,
                null,
                single(),
                local(Policy.FIXED),
                Retries.NONE,
                null);
        RunResult result = run(threePeers().workloads(spec).build(), Preset.HARDENED);
        assertThat(result.missedMoments()).singleElement().asString().startsWith("workload w: ");
    }
}
