package io.kvdrill.reports.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of Markdown tables and the lines around them, such as the zoo's: bug, caught by, runs, seconds, size. One HTML
 * text that needs nothing else. Text is only ever shown as text.
 */
public final class TablePage {
    private TablePage() {}

    /** A table and the lines before it; the last one may have no table. */
    private record Part(List<String> before, List<List<String>> rows) {
        Part() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        boolean empty() {
            return before.isEmpty() && rows.isEmpty();
        }
    }

    /**
     * The page.
     *
     * @param title its headline
     * @param markdown the text; rows of its tables begin with a bar
     * @throws IllegalArgumentException if there is no table in it, or a row has another number of cells than its head
     */
    public static String of(String title, String markdown) {
        List<Part> parts = parts(markdown);
        if (parts.stream().allMatch(part -> part.rows().isEmpty())) {
            throw new IllegalArgumentException("there is no Markdown table in it");
        }
        List<String> ids = new ArrayList<>();
        List<DomContent> sections = new ArrayList<>();
        for (Part part : parts) {
            String id = ids.isEmpty() ? "table" : "table-" + (ids.size() + 1);
            ids.add(id);
            sections.add(shown(title, id, part));
        }
        return PageFrame.page(title, ids, sections, "{}");
    }

    private static List<Part> parts(String markdown) {
        List<Part> parts = new ArrayList<>();
        Part part = new Part();
        for (String line : markdown.lines().map(String::strip).toList()) {
            boolean row = line.startsWith("|");
            if (!row && !part.rows().isEmpty()) {
                parts.add(part);
                part = new Part();
            }
            if (row) {
                part.rows().add(cells(line));
            } else if (!line.isEmpty()) {
                part.before().add(line);
            }
        }
        if (!part.empty()) {
            parts.add(part);
        }
        return parts;
    }

    private static DomContent shown(String title, String id, Part part) {
        String heading = part.rows().isEmpty() ? "Notes" : "Table";
        List<String> lines = new ArrayList<>();
        for (String line : part.before()) {
            if (line.startsWith("#")) {
                heading = line.replaceFirst("^#+ *", "");
            } else {
                lines.add(line);
            }
        }
        DomContent text = each(lines, line -> p(line));
        if (part.rows().isEmpty()) {
            return section(h2(heading), text).withId(id);
        }
        List<String> head = part.rows().get(0);
        if (part.rows().size() < 2) {
            throw new IllegalArgumentException("a table has a head and no line under it: " + String.join(" | ", head));
        }
        List<List<String>> body = part.rows().subList(2, part.rows().size());
        for (List<String> row : body) {
            if (row.size() != head.size()) {
                throw new IllegalArgumentException("a row has " + row.size() + " cells, and the head has " + head.size()
                        + ": " + String.join(" | ", row));
            }
        }
        DomContent shown = PageFrame.scrolled(
                title,
                table(
                        caption(body.size() + (body.size() == 1 ? " row" : " rows")),
                        PageFrame.headings(head.toArray(String[]::new)),
                        tbody(each(body, TablePage::row))));
        return section(h2(heading), text, shown).withId(id);
    }

    private static List<String> cells(String line) {
        String inner = line.replaceAll("^\\||\\|$", "");
        List<String> cells = new ArrayList<>();
        for (String cell : inner.split("(?<!\\\\)\\|", -1)) {
            cells.add(cell.strip().replace("\\|", "|"));
        }
        return cells;
    }

    private static DomContent row(List<String> cells) {
        List<DomContent> shown = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean quoted = cell.length() > 1 && cell.startsWith("`") && cell.indexOf('`', 1) == cell.length() - 1;
            DomContent content = quoted ? code(cell.substring(1, cell.length() - 1)) : span(cell.replace("`", ""));
            shown.add(i == 0 ? th(content).attr("scope", "row") : td(content));
        }
        return tr(each(shown, one -> one));
    }
}
