package io.kvdrill.sim.search.why;

/**
 * In what futures differ from the failing run, and from one another.
 *
 * @param chance whether chance is drawn anew; if not, the run has none that matters
 * @param jitterPercent how much longer each fixed latency may be, in percent of it; 0 for none
 * @param orders whether events of one instant come in any order
 * @param postponedPercent how much later faults and requests may come that have a time and are still to come, in percent
 *     of what is left until then; 0 for not at all
 */
public record Variation(boolean chance, int jitterPercent, boolean orders, int postponedPercent) {
    /** What a world leaves to chance. */
    public static final Variation CHANCE = new Variation(true, 0, false, 0);

    /** What a world leaves open that leaves nothing to chance. */
    public static Variation open(int jitterPercent) {
        return new Variation(false, jitterPercent, true, 0);
    }

    /** That, and the times that it states. */
    public static Variation postponed(int percent) {
        return new Variation(false, 5, true, percent);
    }
}
