package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.coverage.Coverage;
import io.kvdrill.sim.search.coverage.Item;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** A sweep in words. */
public final class SweepText {
    private static final int NAME_WIDTH = 18;

    private SweepText() {}

    /**
     * One line that says what a sweep came to.
     *
     * @param wallNanos how long it took; none where it was put together from parts
     * @param runsBefore how many of its runs were made before that
     */
    public static String summary(Subject subject, SweepResult result, OptionalLong wallNanos, long runsBefore) {
        int groups = result.groups().inOrder().size();
        String failed = result.failed() == 0
                ? "none failed"
                : count(result.failed(), "failed", "failed") + ", in " + count(groups, "group", "groups")
                        + ", the first in run " + number(result.firstFailedRun());
        return subject.name() + ": " + count(result.runs(), "run", "runs") + (result.complete() ? "" : " (cut short)")
                + ", " + failed + "; "
                + (wallNanos.isEmpty()
                        ? ""
                        : number(SweepLines.perSecond(result.runs() - runsBefore, wallNanos.getAsLong())) + " runs/s; ")
                + "fingerprint " + result.fingerprint();
    }

    /** A group of failures and how to see one. */
    public static String group(Subject subject, int number, Group group) {
        Signature signature = group.signature();
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%3d. %s", number, signature.law()));
        if (signature.statement() != 0) {
            text.append(" (statement ").append(signature.statement()).append(')');
        }
        if (!signature.event().isEmpty()) {
            text.append(" at ").append(signature.event());
        }
        if (!signature.state().isEmpty()) {
            text.append(" with ").append(signature.state());
        }
        text.append(": ").append(count(group.runs(), "run", "runs"));
        String label = subject.label(group.variant());
        String shrink = subject.shrink(group.variant(), group.smallestSeed(), signature.law());
        return Wrap.words(text + (label.isEmpty() ? "" : ", " + label), "", "     ")
                + Wrap.words(group.what(), "     ", "     ")
                + "     " + subject.again(group.variant(), group.smallestSeed()) + "\n"
                + (shrink.isEmpty() ? "" : "     " + shrink + "\n");
    }

    /** What was reached, and what never. */
    public static String coverage(Coverage coverage) {
        StringBuilder text = new StringBuilder("reached\n");
        for (Item.Kind kind : Item.Kind.values()) {
            List<String> never = coverage.never(kind);
            long reached = coverage.reached(kind);
            String of = never.isEmpty() ? "" : " of " + (reached + never.size());
            String line = String.format(Locale.ROOT, "  %-" + NAME_WIDTH + "s %s%s", kind.text(), number(reached), of);
            text.append(Wrap.words(
                    line + (never.isEmpty() ? "" : "; never " + String.join(", ", never)),
                    "",
                    " ".repeat(NAME_WIDTH + 3)));
        }
        return text.toString();
    }

    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String count(long count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
    }
}
