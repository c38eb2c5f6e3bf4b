package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.hosted.HostedTrial;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.ForkingTrial;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.world.World;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A run in which a law breaks.
 *
 * @param label what it is, in words: {@code peer-death/in-data under vllm-2026-08, seed 1}
 * @param candidate the run, without what is stated about its outcome
 * @param signature how it fails
 * @param result its run, with the trace
 * @param pinBudgetSlotNanos the budget of law I15; {@link Long#MAX_VALUE} for none
 * @param reports public reports of it
 * @param tiers tiers in other processes, by the names of their peers; the others are kvdrill's own
 * @param trials what runs it
 */
record FailingRun(
        String label,
        Candidate candidate,
        Signature signature,
        RunResult result,
        long pinBudgetSlotNanos,
        List<String> reports,
        Map<String, ProcessCommand> tiers,
        Trials trials) {

    /** Keeps immutable copies. */
    FailingRun {
        reports = List.copyOf(reports);
        tiers = Collections.unmodifiableMap(new LinkedHashMap<>(tiers));
    }

    /** What runs it, and others like it. */
    ForkingTrial tier() {
        return trials.of(tiers, pinBudgetSlotNanos);
    }

    /** The same, where the peers of one world have the names of those of another, in the same order. */
    FailingRun renamed(World from, World to) {
        Map<String, ProcessCommand> renamed = new LinkedHashMap<>();
        for (int i = 0; i < from.peers().size(); i++) {
            ProcessCommand command = tiers.get(from.peers().get(i).name());
            if (command != null) {
                renamed.put(to.peers().get(i).name(), command);
            }
        }
        return new FailingRun(label, candidate, signature, result, pinBudgetSlotNanos, reports, renamed, trials);
    }

    /** The options that put the tiers into the peers of a world. */
    List<String> words(World world) {
        Map<String, ProcessCommand> here = HostedTrial.in(world, tiers);
        LinkedHashSet<ProcessCommand> commands = new LinkedHashSet<>(here.values());
        if (commands.size() == 1 && here.size() == world.peers().size()) {
            return List.of(
                    TierArguments.TIER_OPTION,
                    HostedTrial.ALL_PEERS + "=" + commands.iterator().next().shown());
        }
        return here.entrySet().stream()
                .flatMap(tier ->
                        List.of(
                                TierArguments.TIER_OPTION,
                                tier.getKey() + "=" + tier.getValue().shown())
                                .stream())
                .toList();
    }
}
