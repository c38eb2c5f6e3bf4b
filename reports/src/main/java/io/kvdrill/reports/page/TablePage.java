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
 * A page of a Markdown table and the lines around it, such as the zoo's: bug, caught by, runs, seconds, size. One HTML text
 * that needs nothing else. Text is only ever shown as text.
 */
public final class TablePage {
    private TablePage() {}

    /**
     * The page.
     *
     * @param title its headline
     * @param markdown the text; rows of its table begin with a bar
     * @throws IllegalArgumentException if there is no table in it, or a row has another number of cells than its head
     */
    public static String of(String title, String markdown) {
        List<List<String>> rows = new ArrayList<>();
        List<String> around = new ArrayList<>();
        for (String line : markdown.lines().map(String::strip).toList()) {
            if (line.startsWith("|")) {
                rows.add(cells(line));
            } else if (!line.isEmpty()) {
                around.add(line);
            }
        }
        if (rows.size() < 2) {
            throw new IllegalArgumentException("there is no Markdown table in it");
        }
        List<String> head = rows.get(0);
        List<List<String>> body = rows.subList(2, rows.size());
        for (List<String> row : body) {
            if (row.size() != head.size()) {
                throw new IllegalArgumentException("a row has " + row.size() + " cells, and the head has " + head.size()
                        + ": " + String.join(" | ", row));
            }
        }
        DomContent shown = section(
                        h2("Table"),
                        each(around, line -> p(line)),
                        PageFrame.scrolled(
                                title,
                                table(
                                        caption(body.size() + (body.size() == 1 ? " row" : " rows")),
                                        PageFrame.headings(head.toArray(String[]::new)),
                                        tbody(each(body, TablePage::row)))))
                .withId("table");
        return PageFrame.page(title, List.of("table"), List.of(shown), "{}");
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
