package io.kvdrill.scenarios.cli;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.trace.EntryText;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.sim.trace.TraceDiff;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first difference of two traces, in words. */
final class DifferenceText {
    private DifferenceText() {}

    /** Prints both sides, each with so many causes. */
    static void print(TraceDiff.Difference difference, int causes, PrintWriter out) {
        side("A", difference.left(), difference.leftCauses(), causes, out);
        side("B", difference.right(), difference.rightCauses(), causes, out);
    }

    private static void side(
            String name, @Nullable StoredEntry entry, List<StoredEntry> ledTo, int causes, PrintWriter out) {
        out.println();
        String event = entry == null ? "has no further event" : EntryText.of(entry);
        out.print(Wrap.words(event, name + "  ", "     "));
        for (StoredEntry cause : ledTo.subList(0, Math.min(Math.max(0, causes), ledTo.size()))) {
            out.print(Wrap.words(EntryText.of(cause), "   after ", "     "));
        }
        if (ledTo.size() > causes) {
            out.println("   ... and " + (ledTo.size() - causes) + " earlier");
        }
    }
}
