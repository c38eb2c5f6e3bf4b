package io.kvdrill.sim.fabric;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the faults that match a write have in store for it, together. */
final class WritePlan {
    private static final int NEVER = Integer.MAX_VALUE;

    boolean refused;

    @Nullable String thrown;

    int stallAfter = NEVER;
    int failAfter = NEVER;
    /** How long the blocks take, or -1 where bandwidth decides. */
    long takeNanos = -1;

    boolean completionLost;
    long completionDelayNanos;
    boolean reportedFailed;
    boolean corrupted;

    void add(WriteFate fate, int blocks) {
        if (fate instanceof WriteFate.Refuse) {
            refused = true;
        } else if (fate instanceof WriteFate.Throw thrower) {
            thrown = thrower.message();
        } else if (fate instanceof WriteFate.Stall stall) {
            stallAfter = Math.min(blocks, stall.afterBlocks());
        } else if (fate instanceof WriteFate.Take take) {
            takeNanos = take.nanos();
        } else if (fate instanceof WriteFate.Fail fail) {
            failAfter = fail.afterBlocks() == WriteFate.Fail.HALFWAY ? blocks / 2 : fail.afterBlocks();
        } else if (fate instanceof WriteFate.LoseCompletion) {
            completionLost = true;
        } else if (fate instanceof WriteFate.DelayCompletion delay) {
            completionDelayNanos += delay.nanos();
        } else if (fate instanceof WriteFate.ReportFailed) {
            reportedFailed = true;
        } else if (fate instanceof WriteFate.Corrupt) {
            corrupted = true;
        }
    }

    private final List<FabricFaults.WriteRule> holders = new ArrayList<>();

    void stalledBy(FabricFaults.WriteRule rule) {
        if (rule.holds()) {
            holders.add(rule);
        }
    }

    /** Lets the rules that hold the write know whom to release. */
    void holdWith(Transfer transfer) {
        holders.forEach(rule -> rule.hold(transfer));
    }
}
