package io.kvdrill.reports.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import io.kvdrill.reports.json.SweepReport;
import j2html.tags.DomContent;
import j2html.tags.specialized.TdTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page of a sweep: what failed, in groups with their repros; how failures, groups and coverage grew; which variant broke
 * which law; what was reached and what never. One HTML text that needs nothing else; the same sweep gives the same page.
 */
public final class SweepPage {
    private static final int SHADES = 10;
    private static final List<String> PARTS = List.of("verdict", "groups", "curves", "variants", "coverage");

    private final SweepReport report;

    private SweepPage(SweepReport report) {
        this.report = report;
    }

    /** The page. */
    public static String of(SweepReport report) {
        return new SweepPage(report).render();
    }

    private String render() {
        String what = "Sweep of " + report.subject() + ": " + counted(report.runs(), "run");
        List<DomContent> parts = List.of(
                verdict(),
                groups(),
                PageFrame.drawn(
                        "curves",
                        "Curves",
                        "How failures, their groups and what was reached grew with the number of runs.",
                        ""),
                variants(),
                coverage());
        return PageFrame.page(
                what, PARTS, parts, JsonMapper.shared().writeValueAsString(Map.of("history", report.history())));
    }

    private static String counted(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    // ---- what came of it -----------------------------------------------------------------------------------------

    private DomContent verdict() {
        String word = report.failed() == 0 ? "none failed" : counted(report.failed(), "run") + " failed";
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("runs", String.format(Locale.ROOT, "%,d", report.runs()) + (report.complete() ? "" : ", cut short"));
        facts.put("first seed", Long.toString(report.firstSeed()));
        facts.put(
                "first failure",
                report.firstFailedRun() == 0
                        ? "none"
                        : "in run " + String.format(Locale.ROOT, "%,d", report.firstFailedRun()));
        facts.put("order", report.guided() ? "guided: seeds that reach new things first" : "seeds as they come");
        facts.put("fingerprint of all runs", report.fingerprint());
        return section(
                        h2("Verdict"),
                        p(
                                        span(word)
                                                .withClass(
                                                        report.failed() == 0
                                                                ? "verdict as_stated"
                                                                : "verdict violated"),
                                        span(
                                                report.failed() == 0
                                                        ? ""
                                                        : " in "
                                                                + counted(
                                                                        report.groups()
                                                                                .size(),
                                                                        "group")))
                                .withClass("headline"),
                        dl(each(
                                        facts.entrySet(),
                                        fact -> div(dt(Words.plain(fact.getKey())), dd(Words.plain(fact.getValue())))))
                                .withClass("facts"),
                        details(
                                summary("What was swept"),
                                dl(each(
                                                report.identity().entrySet(),
                                                fact -> div(dt(fact.getKey()), dd(fact.getValue()))))
                                        .withClass("facts")))
                .withId("verdict");
    }

    private DomContent groups() {
        return section(
                        h2("Groups of failures"),
                        report.groups().isEmpty()
                                ? p("Nothing failed.")
                                : PageFrame.scrolled(
                                        "Groups of failures",
                                        table(
                                                caption(
                                                        "Failures with the same law, event and states are taken for one."),
                                                PageFrame.headings(
                                                        "law", "at", "runs", "what", "to see it", "to make it small"),
                                                tbody(each(report.groups(), this::group)))))
                .withId("groups");
    }

    private DomContent group(SweepReport.Group group) {
        List<String> at = new ArrayList<>();
        if (!group.event().isEmpty()) {
            at.add(Words.plain(group.event()));
        }
        if (!group.state().isEmpty()) {
            at.add(Words.plain(group.state()));
        }
        String label = report.variants().get(group.variant()).label();
        if (!label.isEmpty()) {
            at.add(label);
        }
        return tr(
                th(group.law() + (group.statement() == 0 ? "" : " (" + group.statement() + ")"))
                        .attr("scope", "row"),
                td(String.join("; ", at)),
                td(String.format(Locale.ROOT, "%,d", group.runs())),
                td(group.what()),
                td(code(group.again())),
                group.shrink().isEmpty() ? td() : td(code(group.shrink())));
    }

    // ---- variants ------------------------------------------------------------------------------------------------

    private DomContent variants() {
        List<DomContent> parts = new ArrayList<>();
        parts.add(h2("Variants"));
        if (report.variants().size() < 2) {
            parts.add(p("There was one variant only."));
        } else {
            grid(parts);
            parts.add(lawsByVariant());
        }
        return section(each(parts, part -> part)).withId("variants");
    }

    /** Where exactly two things vary, one is across and one is down. */
    private void grid(List<DomContent> parts) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        List<Map<String, String>> settings = new ArrayList<>();
        for (SweepReport.Variant variant : report.variants()) {
            Map<String, String> setting = settings(variant.label());
            settings.add(setting);
            setting.forEach((name, value) ->
                    values.computeIfAbsent(name, first -> new LinkedHashSet<>()).add(value));
        }
        List<String> names = values.entrySet().stream()
                .filter(one -> one.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
        if (names.size() != 2) {
            return;
        }
        String down = names.get(0);
        String across = names.get(1);
        Map<String, SweepReport.Variant> cells = new LinkedHashMap<>();
        for (int i = 0; i < settings.size(); i++) {
            Map<String, String> setting = settings.get(i);
            cells.put(
                    setting.get(down) + '\n' + setting.get(across),
                    report.variants().get(i));
        }
        List<String> heads = new ArrayList<>(List.of(down + " \\ " + across));
        heads.addAll(values.getOrDefault(across, Set.of()));
        parts.add(PageFrame.scrolled(
                "Share of runs that failed",
                table(
                        caption("Share of runs that failed, by " + down + " (down) and " + across + " (across)."),
                        PageFrame.headings(heads.toArray(String[]::new)),
                        tbody(each(
                                values.getOrDefault(down, Set.of()),
                                row -> tr(
                                        th(row).attr("scope", "row"),
                                        each(
                                                values.getOrDefault(across, Set.of()),
                                                column -> cell(cells.get(row + '\n' + column)))))))));
    }

    private static Map<String, String> settings(String label) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String word : label.strip().split("\\s+", -1)) {
            int equals = word.indexOf('=');
            settings.put(equals < 0 ? "profile" : word.substring(0, equals), word.substring(equals + 1));
        }
        return settings;
    }

    private static TdTag cell(SweepReport.@org.jspecify.annotations.Nullable Variant variant) {
        return variant == null ? td() : share(variant.failed(), variant.runs());
    }

    private static TdTag share(long part, long whole) {
        if (whole == 0) {
            return td("not run");
        }
        int shade = (int) Math.ceil((double) part * SHADES / whole);
        return td(String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole)).withClass("heat heat-" + shade);
    }

    private DomContent lawsByVariant() {
        Set<String> laws = new LinkedHashSet<>();
        report.groups().forEach(group -> laws.add(group.law()));
        List<String> heads = new ArrayList<>(List.of("variant", "runs", "failed"));
        heads.addAll(laws);
        List<DomContent> rows = new ArrayList<>();
        for (int i = 0; i < report.variants().size(); i++) {
            int place = i;
            SweepReport.Variant variant = report.variants().get(i);
            rows.add(tr(
                    th(variant.label()).attr("scope", "row"),
                    td(String.format(Locale.ROOT, "%,d", variant.runs())),
                    share(variant.failed(), variant.runs()),
                    each(laws, law -> share(broken(place, law), variant.runs()))));
        }
        return PageFrame.scrolled(
                "Laws by variant",
                table(
                        caption(
                                "Share of each variant's runs that failed, and, by law, failures in a hundred runs: a run"
                                        + " that breaks a law in two ways counts twice."),
                        PageFrame.headings(heads.toArray(String[]::new)),
                        tbody(each(rows, row -> row))));
    }

    private long broken(int variant, String law) {
        return report.groups().stream()
                .filter(group -> group.variant() == variant && group.law().equals(law))
                .mapToLong(SweepReport.Group::runs)
                .sum();
    }

    // ---- coverage ------------------------------------------------------------------------------------------------

    private DomContent coverage() {
        return section(h2("Coverage"), each(report.coverage(), SweepPage::covered))
                .withId("coverage");
    }

    private static DomContent covered(SweepReport.Covered covered) {
        long all = covered.reached().size() + (long) covered.never().size();
        String head = covered.kind() + ": " + covered.reached().size() + " reached"
                + (covered.never().isEmpty() ? "" : " of " + all);
        return details(
                summary(head),
                iff(!covered.never().isEmpty(), p("Never: " + String.join(", ", covered.never()))),
                ul(each(covered.reached(), one -> li(one.name() + ": " + counted(one.runs(), "run")))));
    }
}
