package io.kvdrill.scenarios.compare;

/**
 * How many runs a comparison may make.
 *
 * @param most the most runs
 * @param option what stated it, for messages
 * @param seeds seeds that each variant meets
 */
public record RunBudget(long most, String option, long seeds) {
    /**
     * Refuses a comparison of more runs.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it would make more
     */
    public void refuseMore(long points, long variants) {
        if (seeds > most / variants / points) {
            String runs =
                    seeds == Long.MAX_VALUE ? "more runs than can be counted" : points * variants * seeds + " runs";
            throw Axis.refuse(
                    (points == 1 ? "" : points + " points of ") + variants + (variants == 1 ? " variant" : " variants")
                            + " with " + seeds + " seeds make " + runs + ", and " + option + " allows " + most,
                    "take fewer values or seeds, or state a larger --budget, such as --budget " + "100000runs");
        }
    }
}
