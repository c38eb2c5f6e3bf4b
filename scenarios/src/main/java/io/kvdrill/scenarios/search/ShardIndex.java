package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which shard a process is to run: an option says so, or the scheduler that started it. */
public final class ShardIndex {
    /** Set in each task of a Slurm array. */
    public static final String SLURM = "SLURM_ARRAY_TASK_ID";

    /** Set in each pod of a Kubernetes Indexed Job. */
    public static final String KUBERNETES = "JOB_COMPLETION_INDEX";

    private ShardIndex() {}

    /**
     * The shard's number.
     *
     * @param option as given, or null
     * @param environment of the process
     * @param shards how many there are
     * @throws InvalidInputException if nobody says, schedulers disagree, or there is no such shard
     */
    public static int of(@Nullable String option, Map<String, String> environment, int shards) {
        if (option != null) {
            return parse("--shard", option, shards);
        }
        Map<String, String> said = new TreeMap<>();
        for (String name : new String[] {SLURM, KUBERNETES}) {
            String value = environment.get(name);
            if (value != null && !value.isBlank()) {
                said.put(name, value.strip());
            }
        }
        if (said.isEmpty()) {
            throw Refused.option(
                    "which shard?", "say so with --shard, or let " + SLURM + " or " + KUBERNETES + " say it");
        }
        if (said.values().stream().distinct().count() > 1) {
            throw Refused.option("which shard? " + said, "say so with --shard");
        }
        Map.Entry<String, String> first = said.entrySet().iterator().next();
        return parse(first.getKey(), first.getValue(), shards);
    }

    private static int parse(String source, String text, int shards) {
        try {
            int index = Integer.parseInt(text);
            if (index >= 0 && index < shards) {
                return index;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw Refused.option(
                source + " " + text + ": the plan has no such shard",
                shards == 1 ? "it has the shard 0 only" : "it has the shards 0 to " + (shards - 1));
    }
}
