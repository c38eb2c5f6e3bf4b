package io.kvdrill.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.world.Expectation.Happens;
import io.kvdrill.sim.world.Expectation.HappensAfter;
import io.kvdrill.sim.world.Expectation.LawBreaks;
import io.kvdrill.sim.world.Expectation.LawsHold;
import io.kvdrill.sim.world.Expectation.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is stated under a profile: what replaces, what is dropped, and what cannot be met beside the rest. */
class OutcomesTest {
    private static final String PROFILE = "vllm-2026-08";
    private static final Boundary WRITE = Boundary.of("write_ended").at("a");
    private static final Boundary WRITE_OF_R1 = WRITE.with("request", "r1");
    private static final Expectation NEVER = new Happens(WRITE, 0, 0);
    private static final Expectation OF_R1 = new Happens(WRITE_OF_R1, 1, 1);
    private static final Expectation LATE =
            new HappensAfter(WRITE, 1, Boundary.of("peer_down"), Span.within(1_000_000));

    private static World world(List<Expectation> own, ProfileOutcome under) {
        return World.called("w")
                .peers(PeerSpec.of("a", "10.0.0.1"), PeerSpec.of("b", "10.0.0.2"))
                .requests(RequestSpec.pd("r1", 0, Prompt.of("p", 64), "a", "b"))
                .expect(own.toArray(new Expectation[0]))
                .under(under)
                .build();
    }

    private static ProfileOutcome under(Expectation... expect) {
        return new ProfileOutcome(PROFILE, List.of(), List.of(expect));
    }

    private static List<WorldProblem> problems(World world) {
        return WorldValidation.problems(world, new EventCatalogue());
    }

    @Test
    void whatIsStatedOfAnEventReplacesEverythingStatedOfIt() {
        World world = world(List.of(LATE, new Happens(WRITE, 1, 9), OF_R1), under(new Happens(WRITE, 2, 5)));
        assertThat(world.expectationsUnder(PROFILE)).containsExactly(OF_R1, new Happens(WRITE, 2, 5));
        assertThat(world.expectationsUnder("hardened")).containsExactly(LATE, new Happens(WRITE, 1, 9), OF_R1);
        assertThat(problems(world)).isEmpty();
    }

    @Test
    void whatIsDroppedIsNotStated() {
        World world = world(List.of(LATE, OF_R1), new ProfileOutcome(PROFILE, List.of(), List.of(NEVER), List.of()));
        assertThat(world.expectationsUnder(PROFILE)).containsExactly(OF_R1);
        assertThat(problems(world)).isEmpty();
    }

    @Test
    void whatIsNotStatedCannotBeDropped() {
        World world = world(List.of(LATE), new ProfileOutcome(PROFILE, List.of(), List.of(OF_R1), List.of()));
        assertThat(problems(world))
                .singleElement()
                .asString()
                .startsWith(
                        "under[0].drops[0]: there is nothing to drop: no expectation of the scenario is about event");
    }

    @Test
    void anEventThatNeverHappensContradictsAPartOfItThatDoes() {
        assertThat(problems(world(List.of(OF_R1), under(NEVER))))
                .containsExactly(new WorldProblem(
                        "under[0].expect[0]",
                        "contradicts an earlier expectation: write_ended at a must not happen, but write_ended at a"
                                + " (request r1), which is among that, must happen at least once; keep one of them, or"
                                + " drop the earlier one here",
                        "expectations[0]"));
        assertThat(problems(world(List.of(NEVER), under(OF_R1)))).hasSize(1);
        assertThat(problems(world(List.of(NEVER, OF_R1), under())))
                .singleElement()
                .satisfies(problem -> assertThat(problem.path()).isEqualTo("expectations[1]"));
        assertThat(problems(world(List.of(NEVER, LATE), under()))).hasSize(1);
    }

    @Test
    void aPartOfAnEventMayHappenLessOftenThanTheEvent() {
        Expectation once = new Happens(WRITE, 1, 1);
        Expectation never = new Happens(WRITE_OF_R1, 0, 0);
        assertThat(problems(world(List.of(once, OF_R1), under(never)))).isEmpty();
        assertThat(problems(world(List.of(new Happens(WRITE.at("b"), 0, 0), OF_R1), under())))
                .isEmpty();
    }

    @Test
    void aLawThatTheWorldStatesToHoldIsNotDeclaredBrokenBeside() {
        assertThat(problems(world(
                        List.of(new LawsHold(List.of("I1", "I2"))),
                        new ProfileOutcome(PROFILE, List.of("I2"), List.of()))))
                .containsExactly(new WorldProblem(
                        "under[0].breaks[0]", "I2 is stated to hold, too; keep one of the two", "expectations[0]"));
    }

    @Test
    void thatEveryLawHoldsIsNotStatedBesideOneThatBreaks() {
        assertThat(problems(world(List.of(new LawsHold(List.of()), new LawBreaks("I2")), under())))
                .singleElement()
                .asString()
                .startsWith("expectations[1]: every law is stated to hold, and I2 to break");
        assertThat(problems(world(List.of(new LawBreaks("I2"), new LawsHold(List.of())), under())))
                .singleElement()
                .asString()
                .startsWith("expectations[1]: every law is stated to hold, and I2 to break");
    }

    @Test
    void thatEveryLawHoldsMayBeStatedWhereAnotherProfileBreaksOne() {
        assertThat(problems(
                        world(List.of(new LawsHold(List.of())), new ProfileOutcome(PROFILE, List.of("I2"), List.of()))))
                .isEmpty();
    }
}
