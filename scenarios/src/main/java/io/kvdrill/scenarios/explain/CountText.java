package io.kvdrill.scenarios.explain;

import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Portion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expectations about many things at a time, in words. */
final class CountText {
    private CountText() {}

    static String finishes(Expectation.WorkloadFinishes finishes) {
        List<String> portions = new ArrayList<>();
        Portion atLeast = finishes.atLeast();
        Portion atMost = finishes.atMost();
        if (atLeast != null && atLeast.equals(atMost)) {
            portions.add(portion(atLeast));
        } else {
            if (atLeast != null) {
                portions.add("at least " + portion(atLeast));
            }
            if (atMost != null) {
                portions.add("at most " + portion(atMost));
            }
        }
        return String.join(" and ", portions) + " of workload " + finishes.workload() + " " + how(finishes.how());
    }

    private static String how(@Nullable Finish how) {
        if (how == null) {
            return "end";
        }
        return switch (how) {
            case REMOTE_KV -> "finish with remote KV";
            case LOCAL_PREFILL -> "finish by local prefill";
            case FAILED -> "fail";
            case GIVEN_UP -> "are given up";
        };
    }

    static String waits(Expectation.WorkloadWaits waits) {
        String what = waits.what() == Expectation.Wait.END ? "end" : "first token";
        String which = waits.perTenThousand() == Portion.Share.ALL
                ? "the longest wait"
                : "the " + percent(waits.perTenThousand()) + " percentile of waits";
        return which + " for the " + what + " in workload " + waits.workload() + " is";
    }

    static String sessions(Expectation.SessionsOpen sessions) {
        String where = sessions.peer() == null ? "every peer has " : sessions.peer() + " has ";
        String when = sessions.atEnd() ? " at the end" : " at a time";
        String count;
        if (sessions.min() == sessions.max()) {
            count = String.valueOf(sessions.max());
        } else if (sessions.max() == Long.MAX_VALUE) {
            count = "at least " + sessions.min();
        } else {
            count = sessions.min() == 0 ? "at most " + sessions.max() : sessions.min() + " to " + sessions.max();
        }
        return where + count + (count.endsWith(" 1") || count.equals("1") ? " session" : " sessions") + when;
    }

    private static String portion(Portion portion) {
        if (portion instanceof Portion.Count count) {
            return count.requests() + (count.requests() == 1 ? " request" : " requests");
        }
        return percent(((Portion.Share) portion).perTenThousand()) + " % of the requests";
    }

    private static String percent(long perTenThousand) {
        return BigDecimal.valueOf(perTenThousand, 2).stripTrailingZeros().toPlainString();
    }
}
