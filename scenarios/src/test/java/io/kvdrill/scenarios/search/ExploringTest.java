package io.kvdrill.scenarios.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.search.explore.Bounds;
import io.kvdrill.sim.search.explore.Exploration;
import io.kvdrill.sim.search.explore.Exploration.Ended;
import io.kvdrill.sim.search.explore.Explorer;
import io.kvdrill.sim.search.explore.Reduction;
import io.kvdrill.sim.search.explore.RunMemory;
import io.kvdrill.sim.search.explore.Schedule;
import io.kvdrill.sim.search.explore.StateHash;
import io.kvdrill.sim.search.explore.Subject;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Exploring every order")
class ExploringTest {
    private static final String LATE_WRITE = "profile.abort_ack_timeout_action=release_slots";
    private static final Reduction ARRIVALS_WITH_STEPS_ONLY = new Reduction(false, false, true);
    private static final Reduction EQUAL_STATES_TOO = new Reduction(true, false, true);

    @Test
    void leavingOutEqualOrdersAndStatesKeepsVerdictsAndFinalStates() {
        Subject subject = subject(withOneRequest());
        Bounds bounds = new Bounds(0, 0, Bounds.ANY, 100, 1_000_000);

        GraphHash hash = new GraphHash();

        Exploration reduced =
                new Explorer(subject, bounds, Reduction.ALL, hash, new GraphMemory(), () -> true).explore();
        Exploration unreduced =
                new Explorer(subject, bounds, Reduction.STATES_ONLY, hash, new GraphMemory(), () -> true).explore();

        assertThat(reduced.ended()).isEqualTo(Ended.EXHAUSTED);
        assertThat(unreduced.ended()).isEqualTo(Ended.EXHAUSTED);
        assertThat(reduced.finals()).isNotEmpty().isEqualTo(unreduced.finals());
        assertThat(reduced.runs()).isLessThan(unreduced.runs());
    }

    @Test
    void equalStatesHaveEqualFutures() {
        Subject subject = subject(withOneRequest());
        Bounds bounds = new Bounds(1, 1, 1, 100, 1_000_000);
        GraphHash hash = new GraphHash();

        Exploration merged =
                new Explorer(subject, bounds, EQUAL_STATES_TOO, hash, new GraphMemory(), () -> true).explore();
        Exploration all =
                new Explorer(subject, bounds, ARRIVALS_WITH_STEPS_ONLY, hash, new GraphMemory(), () -> true).explore();

        assertThat(merged.ended()).isEqualTo(Ended.DEVIATIONS).isEqualTo(all.ended());
        assertThat(merged.finals()).hasSizeGreaterThan(2).isEqualTo(all.finals());
        assertThat(merged.transitions()).isLessThan(all.transitions());
    }

    @Test
    void findsTheLateWriteWhenItsRowIsSetBack() {
        RunCase runCase = shipped(LATE_WRITE);
        Exploring exploring = exploring(runCase, new Bounds(0, 2, 2, 200, 1_000_000));

        Exploration exploration = exploring.explore(2);

        Exploration.Found found = exploration.violation();
        assertThat(found).isNotNull();
        RunResult again = exploring.again(found.schedule());
        assertThat(again.violations()).anySatisfy(violation -> {
            assertThat(violation.law()).isEqualTo("I2");
            assertThat(violation.what()).contains("may still land in it");
        });
    }

    @Test
    void aDeathAtAnyMomentBreaksNothingWithOneDeviation() {
        Exploring exploring = exploring(shipped(), Bounds.standard().deviating(1));

        Exploration exploration = exploring.explore(1);

        assertThat(exploration.violation()).isNull();
        assertThat(exploration.ended()).isEqualTo(Ended.DEVIATIONS);
        assertThat(exploration.finals()).hasSizeGreaterThan(10);
    }

    @Test
    void aDeathAtAnyMomentOfAnyOrderBreaksNothing() {
        Exploration exploration = exploring(shipped(), new Bounds(1, 0, Bounds.ANY, 200, 1_000_000))
                .explore(0);

        assertThat(exploration.violation()).isNull();
        assertThat(exploration.ended()).isEqualTo(Ended.EXHAUSTED);
        assertThat(exploration.finals()).hasSizeGreaterThan(100);
    }

    @Test
    void aPeerWithAControlThreadLooksAtMessagesAndStillEndsItsSteps() {
        String[] threads = {"peers.prefill.control_tick=1ms", "peers.decode.control_tick=1ms"};
        Exploration without =
                exploring(shipped(), Bounds.standard().deviating(1)).explore(1);

        Exploration with =
                exploring(shipped(threads), Bounds.standard().deviating(1)).explore(1);

        assertThat(with.violation()).isNull();
        assertThat(with.ended()).isEqualTo(Ended.DEVIATIONS);
        assertThat(with.finals()).hasSizeGreaterThan(10);
        assertThat(with.states()).isGreaterThan(without.states());
    }

    @Test
    void findsTheLateWriteWithAControlThreadToo() {
        RunCase runCase = shipped(LATE_WRITE, "peers.prefill.control_tick=1ms", "peers.decode.control_tick=1ms");

        Exploration exploration =
                exploring(runCase, new Bounds(0, 2, 2, 200, 1_000_000)).explore(2);

        assertThat(exploration.violation()).isNotNull();
    }

    @Test
    void coversTheSameWhenAskedTwice() {
        Subject subject = subject(withOneRequest());
        Bounds bounds = new Bounds(1, 1, 1, 100, 1_000_000);

        Exploration first = explore(subject, bounds, Reduction.ALL);
        Exploration second = explore(subject, bounds, Reduction.ALL);

        assertThat(second.states()).isEqualTo(first.states());
        assertThat(second.transitions()).isEqualTo(first.transitions());
        assertThat(second.runs()).isEqualTo(first.runs());
        assertThat(second.finals()).hasSameSizeAs(first.finals());
    }

    @Test
    void takingRunsBackCoversTheSameAsRepeatingThem() {
        Subject subject = subject(shipped().world());
        Bounds bounds = new Bounds(1, 1, 1, 200, 1_000_000);
        GraphHash hash = new GraphHash();

        Exploration takenBack =
                new Explorer(subject, bounds, Reduction.ALL, hash, new GraphMemory(), () -> true).explore();
        Exploration repeated =
                new Explorer(subject, bounds, Reduction.ALL, hash, RunMemory.none(), () -> true).explore();

        assertThat(takenBack).isEqualTo(repeated);
    }

    @Test
    void aRunThatWasTakenBackEndsAsOneThatNeverWas() {
        Subject subject = subject(shipped().world());
        Bounds bounds = new Bounds(1, 2, 2, 200, 3_000);
        GraphHash hash = new GraphHash();
        List<Long> taken = new ArrayList<>();
        List<Long> repeated = new ArrayList<>();

        new Explorer(subject, bounds, Reduction.ALL, noting(hash, taken), new GraphMemory(), () -> true).explore();
        new Explorer(subject, bounds, Reduction.ALL, noting(hash, repeated), RunMemory.none(), () -> true).explore();

        assertThat(taken).hasSizeGreaterThan(3_000).isEqualTo(repeated);
    }

    private static StateHash noting(GraphHash hash, List<Long> states) {
        return run -> {
            long state = hash.of(run);
            states.add(state);
            return state;
        };
    }

    @Test
    void endsWithWhatItHasCoveredWhenToldTo() {
        int[] left = {3};
        Exploration exploration = new Explorer(
                        subject(withOneRequest()),
                        Bounds.standard(),
                        Reduction.ALL,
                        new GraphHash(),
                        new GraphMemory(),
                        () -> left[0]-- > 0)
                .explore();

        assertThat(exploration.ended()).isEqualTo(Ended.STOPPED);
        assertThat(exploration.runs()).isEqualTo(3);
    }

    @Test
    void aScheduleOfSomethingElseDoesNotFit() {
        assertThatThrownBy(() -> Schedule.replay(subject(withOneRequest()), 1, List.of("the moon steps"), Keep.NOTHING))
                .isInstanceOf(Schedule.DoesNotFitException.class)
                .hasMessageContaining("choice 1, \"the moon steps\", cannot be made; there are: ");
    }

    private static RunCase shipped(String... settings) {
        List<Setting> parsed = List.of(settings).stream().map(Setting::parse).toList();
        var scenario = new ScenarioFinder(new ScenarioReader(parsed))
                .find("explore-two-peers")
                .get(0);
        return new CasePlanner("hardened", parsed, List.of(), 1).plan(scenario).get(0);
    }

    private static Exploring exploring(RunCase runCase, Bounds bounds) {
        return new Exploring(runCase, bounds, Reduction.ALL, () -> true, explorer -> {});
    }

    private static Subject subject(World world) {
        return new Subject(world, Profile.of(Preset.HARDENED), 1, TierFactory.own());
    }

    /** The shipped scenario without its PD request: a handshake, and a block that is computed. */
    private static World withOneRequest() {
        World world = shipped().world();
        return World.called("one request")
                .peers(world.peers().toArray(new PeerSpec[0]))
                .warm("prefill", world.warm().get(0).prompt())
                .dataPlane(world.dataPlane())
                .requests(world.requests().get(0))
                .fault(world.faults().get(0))
                .fault(world.faults().get(1))
                .build();
    }

    private static Exploration explore(Subject subject, Bounds bounds, Reduction reduction) {
        return new Explorer(subject, bounds, reduction, new GraphHash(), new GraphMemory(), () -> true).explore();
    }
}
