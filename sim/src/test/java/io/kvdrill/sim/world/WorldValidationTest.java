package io.kvdrill.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused before anything runs, with its place. */
class WorldValidationTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Prompt PROMPT = Prompt.of("p", 64);

    private static WorldBuilder world() {
        return World.called("w").peers(PeerSpec.of("a", "10.0.0.1"), PeerSpec.of("b", "10.0.0.2"));
    }

    private static List<String> problems(WorldBuilder world) {
        return WorldValidation.problems(world.build(), new EventCatalogue()).stream()
                .map(WorldProblem::toString)
                .toList();
    }

    private static void assertProblem(WorldBuilder world, String path, String... words) {
        List<String> problems = problems(world);
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith(path + ": ").contains(words);
    }

    @Test
    void aSoundWorldHasNoProblems() {
        assertThat(problems(world().requests(
                                RequestSpec.pd("r1", 0, PROMPT, "a", "b"),
                                RequestSpec.symmetric("r2", SECOND, PROMPT, "a", "b"))
                        .fault(
                                Moment.after(
                                        Boundary.of("transfer_landed").at("a").with("to", "b")),
                                new Fault.Kill("a", Plane.BOTH))
                        .expect(new Expectation.RequestFinishes(
                                "r1", Expectation.Finish.LOCAL_PREFILL, Expectation.Span.ANY))
                        .under("vllm-2026-08", List.of("I2", "I11"))))
                .isEmpty();
    }

    @Test
    void aWorldWithoutPeersIsRefused() {
        assertProblem(World.called("w"), "peers", "at least one peer");
    }

    @Test
    void twoPeersOfOneNameAreRefused() {
        assertProblem(world().peers(PeerSpec.of("a", "10.0.0.3")), "peers[2].name", "peers[0]");
    }

    @Test
    void twoPeersAtOneAddressAreRefused() {
        assertProblem(world().peers(PeerSpec.of("c", "10.0.0.1")), "peers[2].port", "10.0.0.1:5710", "\"a\"");
    }

    @Test
    void impossiblePeerValuesAreRefusedWithTheirRange() {
        assertProblem(world().peers(PeerSpec.of("c", "c").withSlots(0)), "peers[2].slots", "is 0", "from 1");
        assertProblem(world().peers(PeerSpec.of("c", "c").withPort(70_000)), "peers[2].port", "65535");
    }

    @Test
    void moreSlotsThanFitIntoMemoryAreRefused() {
        assertProblem(world().peers(PeerSpec.of("c", "c").withSlots((1 << 20) + 1)), "peers[2].slots", "to 1048576");
        WorldBuilder fleet = World.called("w");
        for (int i = 0; i < 5; i++) {
            fleet.peers(PeerSpec.of("p" + i, "10.0.0." + i).withSlots(1 << 20));
        }
        assertProblem(fleet, "peers", "5242880 slots together", "at most 4194304");
    }

    @Test
    void aRequestOfAnUnknownPeerIsRefusedWithTheNearestName() {
        WorldBuilder world = World.called("w")
                .peers(PeerSpec.of("prefill", "x"), PeerSpec.of("decode", "y"))
                .requests(RequestSpec.pd("r1", 0, PROMPT, "prefil", "decode"));
        assertProblem(world, "requests[0].produce", "\"prefil\"", "did you mean \"prefill\"?");
    }

    @Test
    void twoRequestsOfOneIdAreRefused() {
        assertProblem(
                world().requests(RequestSpec.local("r", 0, PROMPT, "a"), RequestSpec.local("r", 1, PROMPT, "a")),
                "requests[1].id",
                "requests[0]");
    }

    @Test
    void aPdRequestThatPullsFromItselfIsRefused() {
        assertProblem(world().requests(RequestSpec.pd("r", 0, PROMPT, "a", "a")), "requests[0].consume", "local");
    }

    @Test
    void aPromptWithoutTokensIsRefused() {
        assertProblem(
                world().requests(RequestSpec.local("r", 0, Prompt.of("p", 0), "a")),
                "requests[0].prompt.tokens",
                "is 0");
    }

    @Test
    void aFaultOnAnUnknownPeerIsRefusedAtItsPlace() {
        assertProblem(
                world().fault(Moment.at(0), new Fault.Kill("zz", Plane.BOTH)),
                "faults[0].kill.peer",
                "unknown peer \"zz\"",
                "a, b");
    }

    @Test
    void aStrokeCannotHaveALength() {
        assertProblem(
                world().fault(FaultSpec.lasting(Moment.at(0), SECOND, new Fault.Kill("a", Plane.BOTH))),
                "faults[0]",
                "over at once");
    }

    @Test
    void messagesCannotBeHeldForEver() {
        assertProblem(
                world().fault(Moment.at(0), new Fault.HoldMessages(new MessageMatch("a", null, "fetch", null))),
                "faults[0].hold",
                "for ever");
    }

    @Test
    void anUnknownMessageTypeIsRefused() {
        assertProblem(
                world().fault(Moment.at(0), new Fault.DropMessage(new MessageMatch(null, null, "fetsch", null), 1)),
                "faults[0].drop.type",
                "did you mean \"fetch\"?");
    }

    @Test
    void anUnknownEventIsRefusedAndSoIsAnUnknownField() {
        assertProblem(
                world().fault(Moment.after(Boundary.of("transfer_lands")), new Fault.Kill("a", Plane.BOTH)),
                "faults[0].at.after.event",
                "did you mean \"transfer_landed\"?");
        assertProblem(
                world().fault(
                                Moment.after(Boundary.of("store_parked").with("requestt", "r")),
                                new Fault.Kill("a", Plane.BOTH)),
                "faults[0].at.after.filters.requestt",
                "did you mean \"request\"?");
    }

    @Test
    void anUnknownDeadlineIsRefused() {
        assertProblem(
                world().fault(new Moment.Edge("load_timeout", null, 1, 0), new Fault.Kill("a", Plane.BOTH)),
                "faults[0].at.row",
                "load_timeout");
    }

    @Test
    void momentsThatWaitForEachOtherAreRefusedWithTheCircle() {
        assertProblem(
                world().moment("one", new Moment.Relative("two", 0)).moment("two", new Moment.Relative("one", 5)),
                "moments[0].name",
                "one → two → one");
    }

    @Test
    void aMomentRelativeToNothingIsRefused() {
        assertProblem(
                world().fault(new Moment.Relative("nothing", 0), new Fault.Kill("a", Plane.BOTH)),
                "faults[0].at.name",
                "\"nothing\"");
    }

    @Test
    void aNameBelongsToOneMomentFaultOrRequest() {
        assertProblem(
                world().moment("r", Moment.at(0)).requests(RequestSpec.local("r", 0, PROMPT, "a")),
                "requests[0].id",
                "moments[0].name");
    }

    @Test
    void expectationsNameRequestsLawsAndPeersThatExist() {
        assertProblem(
                world().expect(new Expectation.LoadEnds("r9", 1, true, Expectation.Span.ANY, null)),
                "expectations[0].request",
                "\"r9\"");
        assertProblem(world().expect(new Expectation.LawBreaks("I16")), "expectations[0].law", "I16");
        assertProblem(world().under("vllm-2026-08", List.of("J2")), "under[0].breaks[0]", "J2");
    }

    @Test
    void moreWarmBlocksThanSlotsAreRefused() {
        assertProblem(world().warm("a", Prompt.of("p", 16 * 300)), "warm", "256 slots", "300 blocks");
    }

    @Test
    void severalProblemsAreAllReported() {
        assertThat(problems(world().requests(RequestSpec.pd("r", 0, PROMPT, "x", "y"))
                        .fault(Moment.at(-1), new Fault.Kill("z", Plane.BOTH))))
                .hasSize(4);
    }

    @Test
    void expectationsOfOneThingThatCannotBothBeMetAreRefused() {
        Expectation.Span late = new Expectation.Span(5 * SECOND, 9 * SECOND);
        assertContradiction(
                new Expectation.LoadEnds("r1", 1, true, Expectation.Span.ANY, null),
                new Expectation.LoadEnds("r1", 1, false, Expectation.Span.ANY, null));
        assertContradiction(
                new Expectation.StoreEnds("r1", 1, true, Expectation.Span.within(SECOND), null),
                new Expectation.StoreEnds("r1", 1, true, late, null));
        assertContradiction(
                new Expectation.RequestFinishes("r1", Expectation.Finish.FAILED, Expectation.Span.ANY),
                new Expectation.RequestFinishes("r1", Expectation.Finish.REMOTE_KV, Expectation.Span.ANY));
        assertContradiction(new Expectation.EngineCrashes("a", true), new Expectation.EngineCrashes("a", false));
        Boundary stored = Boundary.of("store_parked");
        assertContradiction(new Expectation.Happens(stored, 0, 0), new Expectation.Happens(stored, 1, Long.MAX_VALUE));
        assertContradiction(
                new Expectation.HappensAfter(stored, 1, null, Expectation.Span.within(SECOND)),
                new Expectation.HappensAfter(stored, 1, null, late));
        assertContradiction(
                new Expectation.SessionsOpen("a", true, 0, 3), new Expectation.SessionsOpen("a", true, 4, 9));
        assertContradiction(new Expectation.LawBreaks("I2"), new Expectation.LawsHold(List.of("I1", "I2")));
        assertContradiction(new Expectation.LawsHold(List.of("I2")), new Expectation.LawBreaks("I2"));
    }

    private static void assertContradiction(Expectation one, Expectation other) {
        WorldBuilder world = world().requests(RequestSpec.pd("r1", 0, PROMPT, "a", "b"));
        assertThat(problems(world().requests(RequestSpec.pd("r1", 0, PROMPT, "a", "b"))
                        .expect(one, one)))
                .isEmpty();
        assertThat(problems(world.expect(one, other)))
                .singleElement()
                .asString()
                .startsWith("expectations[1]: ")
                .endsWith(" (expectations[0])")
                .containsAnyOf("contradicts an earlier expectation", "too; keep one of the two");
    }

    @Test
    void aLawThatIsDeclaredBrokenIsNotExpectedToHoldUnderTheSameProfile() {
        assertProblem(
                world().under("vllm-2026-08", List.of("I2"), new Expectation.LawsHold(List.of("I2"))),
                "under[0].expect[0]",
                "I2 is stated to break, too");
    }

    @Test
    void aFaultThatEndsBeforeItStrikesIsRefused() {
        assertProblem(
                world().fault(FaultSpec.lasting(Moment.at(2 * SECOND), Moment.at(2 * SECOND), new Fault.Pause("a"))),
                "faults[0].until",
                "is not after the moment when the fault strikes");
    }
}
