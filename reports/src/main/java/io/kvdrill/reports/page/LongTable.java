package io.kvdrill.reports.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;

/**
 * A table that may have thousands of rows: beyond the first few hundred they are folded, so that a browser need not lay them
 * out before somebody wants to see them. They are in the page all the same.
 */
final class LongTable {
    private static final int UNFOLDED = 200;
    private static final int FOLD = 1_000;

    private LongTable() {}

    /**
     * The table.
     *
     * @param label its name
     * @param about its caption
     * @param heads titles of its columns
     * @param rows its rows, those that matter most first
     */
    static DomContent of(String label, String about, List<String> heads, List<? extends DomContent> rows) {
        List<DomContent> parts = new ArrayList<>();
        int first = Math.min(UNFOLDED, rows.size());
        parts.add(shown(label, about, heads, rows.subList(0, first)));
        for (int from = first; from < rows.size(); from += FOLD) {
            int to = Math.min(rows.size(), from + FOLD);
            String which = "Rows " + (from + 1) + " to " + to + " of " + rows.size();
            parts.add(details(
                    summary(which), shown(label + ", rows from " + (from + 1), about, heads, rows.subList(from, to))));
        }
        return div(each(parts, part -> part));
    }

    private static DomContent shown(String label, String about, List<String> heads, List<? extends DomContent> rows) {
        return PageFrame.scrolled(
                label,
                table(caption(about), PageFrame.headings(heads.toArray(String[]::new)), tbody(each(rows, row -> row))));
    }
}
