package io.kvdrill.scenarios.search;

import java.util.function.Consumer;

/** Makes the runs of one shard of a plan, or those that are left of it. */
public final class ShardRun {
    private final Sweeper sweeper;
    private final SweepResult result;

    /**
     * A run that has not begun.
     *
     * @param subject what is swept, checked against the plan
     * @param file where the shard is kept
     * @param jobs threads, at least 1
     */
    public ShardRun(ShardPlan plan, int shard, Subject subject, ShardFile file, int jobs) {
        SeedRange seeds = plan.seedsOf(shard);
        this.sweeper = new Sweeper(subject, new Sweeper.Options(seeds, Budget.NONE, false, jobs, file));
        this.result = sweeper.result();
    }

    /** How many runs the shard has. */
    public long runs() {
        return sweeper.most();
    }

    /** Ends it soon, and keeps what was run. May be called from any thread. */
    public void stop() {
        sweeper.stop();
    }

    /**
     * Makes the runs.
     *
     * @param progress is shown the result now and then
     * @return whether the shard is whole now
     */
    public boolean run(Consumer<SweepResult> progress) {
        return sweeper.run(progress).complete();
    }

    /** What it came to, in one line. */
    public String summary() {
        return SweepText.number(result.runs()) + " runs, " + SweepText.number(result.failed()) + " failed; fingerprint "
                + result.fingerprint();
    }
}
