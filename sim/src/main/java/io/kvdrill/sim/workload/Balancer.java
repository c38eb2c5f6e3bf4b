package io.kvdrill.sim.workload;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Chooses one of several peers for each leg. It asks no peer whether it is well. */
public final class Balancer {
    private final Choice choice;
    private final Leg leg;
    private final PrefixLedger ledger;
    private final ToIntFunction<String> legsUnderWay;
    private final RandomStream chance;
    private int turn;

    /**
     * A balancer.
     *
     * @param leg the legs that the peers hold prompts of
     * @param legsUnderWay legs that were sent to a peer, by name, and have not ended
     */
    public Balancer(
            Choice choice, Leg leg, PrefixLedger ledger, ToIntFunction<String> legsUnderWay, RandomStream chance) {
        this.choice = choice;
        this.leg = leg;
        this.ledger = ledger;
        this.legsUnderWay = legsUnderWay;
        this.chance = chance;
    }

    /**
     * The peer for a prompt.
     *
     * @param avoid peers that are taken only if there is no other
     */
    public String choose(Prompt prompt, Set<String> avoid) {
        List<String> others = without(avoid);
        List<String> candidates = others.isEmpty() ? choice.peers() : others;
        return switch (choice.policy()) {
            case FIXED -> candidates.get(0);
            case ROUND_ROBIN -> next(candidates);
            case LEAST_LOADED -> leastLoaded(candidates);
            case RANDOM -> candidates.get((int) chance.nextLong(candidates.size()));
            case PREFIX_AFFINITY -> holder(prompt, candidates);
        };
    }

    /** The peer to pull a prompt from; null for none. */
    public @Nullable String source(Prompt prompt, String puller, Set<String> avoid) {
        String source;
        if (choice.policy() == Policy.PREFIX_AFFINITY) {
            source = ledger.holder(leg, prompt, without(avoid));
        } else {
            source = choose(prompt, avoid);
        }
        return puller.equals(source) ? null : source;
    }

    private List<String> without(Set<String> avoid) {
        return avoid.isEmpty()
                ? choice.peers()
                : choice.peers().stream().filter(peer -> !avoid.contains(peer)).toList();
    }

    /** The next of all peers that is a candidate, so that peers left out shift nobody else's turn. */
    private String next(List<String> candidates) {
        for (int i = 0; i < choice.peers().size(); i++) {
            String peer = inTurn(i);
            if (candidates.contains(peer)) {
                return taken(peer);
            }
        }
        throw new IllegalStateException("no candidate is a choice: " + candidates);
    }

    /** Of several that have the fewest legs, the one whose turn it is: idle peers all get their share. */
    private String leastLoaded(List<String> candidates) {
        String best = "";
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < choice.peers().size() && fewest > 0; i++) {
            String peer = inTurn(i);
            int legs = legsUnderWay.applyAsInt(peer);
            if (legs < fewest && candidates.contains(peer)) {
                best = peer;
                fewest = legs;
            }
        }
        return taken(best);
    }

    /** The peer whose turn it is after so many others. */
    private String inTurn(int after) {
        List<String> peers = choice.peers();
        return peers.get((turn + after) % peers.size());
    }

    private String taken(String peer) {
        turn = (choice.peers().indexOf(peer) + 1) % choice.peers().size();
        return peer;
    }

    private String holder(Prompt prompt, List<String> candidates) {
        String holder = ledger.holder(leg, prompt, candidates);
        return holder == null || legsUnderWay.applyAsInt(holder) >= choice.mostLegs()
                ? leastLoaded(candidates)
                : holder;
    }
}
