package io.kvdrill.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BalancerTest {
    private static final Prompt PROMPT = Prompt.of("system", 100).then("r1", 10);

    private final PrefixLedger ledger = new PrefixLedger();
    private final Map<String, Integer> load = new LinkedHashMap<>();

    private Balancer balancer(Policy policy, int mostLegs) {
        return new Balancer(
                new Choice(List.of("a", "b", "c"), policy, mostLegs),
                Leg.CONSUME,
                ledger,
                peer -> load.getOrDefault(peer, 0),
                new RandomStreams(1).stream("w", "routing"));
    }

    private Balancer balancer(Policy policy) {
        return balancer(policy, Integer.MAX_VALUE);
    }

    @Test
    void fixedTakesTheFirstThatIsNotAvoided() {
        Balancer fixed = balancer(Policy.FIXED);
        assertThat(fixed.choose(PROMPT, Set.of())).isEqualTo("a");
        assertThat(fixed.choose(PROMPT, Set.of("a"))).isEqualTo("b");
    }

    @Test
    void whereAllAreAvoidedOneIsTakenAnyway() {
        for (Policy policy : Policy.values()) {
            assertThat(balancer(policy).choose(PROMPT, Set.of("a", "b", "c"))).isIn("a", "b", "c");
        }
    }

    @Test
    void roundRobinTakesOneAfterTheOther() {
        Balancer robin = balancer(Policy.ROUND_ROBIN);
        assertThat(List.of(
                        robin.choose(PROMPT, Set.of()),
                        robin.choose(PROMPT, Set.of("b")),
                        robin.choose(PROMPT, Set.of()),
                        robin.choose(PROMPT, Set.of())))
                .containsExactly("a", "c", "a", "b");
    }

    @Test
    void leastLoadedTakesThoseWithTheFewestLegsInTurn() {
        load.putAll(Map.of("a", 2, "b", 1));
        Balancer least = balancer(Policy.LEAST_LOADED);
        assertThat(least.choose(PROMPT, Set.of())).isEqualTo("c");
        load.put("c", 1);
        assertThat(least.choose(PROMPT, Set.of())).isEqualTo("b");
        assertThat(least.choose(PROMPT, Set.of())).isEqualTo("c");
        assertThat(least.choose(PROMPT, Set.of("c"))).isEqualTo("b");
    }

    @Test
    void affinityFollowsTheLongestBeginningAndElseTheLoad() {
        Balancer affinity = balancer(Policy.PREFIX_AFFINITY);
        load.put("a", 1);
        assertThat(affinity.choose(PROMPT, Set.of())).isEqualTo("b");
        ledger.sent(Leg.CONSUME, PROMPT, "a");
        ledger.sent(Leg.CONSUME, Prompt.of("system", 100).then("r2", 10), "c");
        assertThat(affinity.choose(PROMPT.then("more", 5), Set.of())).isEqualTo("a");
        assertThat(affinity.choose(Prompt.of("system", 100).then("r3", 10), Set.of()))
                .isEqualTo("c");
    }

    @Test
    void affinityLeavesAFullPeerAlone() {
        ledger.sent(Leg.CONSUME, PROMPT, "a");
        load.put("a", 4);
        assertThat(balancer(Policy.PREFIX_AFFINITY, 5).choose(PROMPT, Set.of())).isEqualTo("a");
        assertThat(balancer(Policy.PREFIX_AFFINITY, 4).choose(PROMPT, Set.of())).isEqualTo("b");
    }

    @Test
    void aSourceIsWhoHoldsTheBeginningUnlessItIsThePuller() {
        Balancer source = balancer(Policy.PREFIX_AFFINITY);
        assertThat(source.source(PROMPT, "b", Set.of())).isNull();
        ledger.sent(Leg.CONSUME, PROMPT, "a");
        assertThat(source.source(PROMPT, "b", Set.of())).isEqualTo("a");
        assertThat(source.source(PROMPT, "a", Set.of())).isNull();
        assertThat(source.source(PROMPT, "b", Set.of("a"))).isNull();
        assertThat(balancer(Policy.FIXED).source(PROMPT, "b", Set.of())).isEqualTo("a");
    }

    @Test
    void legsOfAnotherKindHoldNothing() {
        ledger.sent(Leg.PRODUCE, PROMPT, "c");
        assertThat(balancer(Policy.PREFIX_AFFINITY).choose(PROMPT, Set.of())).isEqualTo("a");
    }
}
