package io.kvdrill.reports.page;

import static j2html.TagCreator.button;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.kvdrill.reports.json.RunReport;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of each request, those that fared worst first. */
final class RequestTable {

    /** How a request fared, the worst first. */
    private enum Fared {
        FAILED("failed"),
        NOT_ENDED("failed"),
        READ_WRONG_BYTES("failed"),
        FELL_BACK("fell-back"),
        FOUND_NOTHING(""),
        WELL("");

        private final String mark;

        Fared(String mark) {
            this.mark = mark;
        }
    }

    private record Row(RunReport.Request request, RequestFacts.Facts facts, String why, Fared fared) {}

    private RequestTable() {}

    static DomContent of(RunReport report, RequestFacts facts) {
        List<Row> rows = report.requests().stream()
                .map(request -> row(request, facts.of(request.request())))
                .sorted(Comparator.comparing(Row::fared))
                .toList();
        return section(
                        h2("Requests"),
                        LongTable.of(
                                "Requests",
                                "Those that failed, read wrong bytes or fell back come first, with a mark. A request's"
                                        + " name shows its events everywhere on this page. Times count from its"
                                        + " arrival.",
                                List.of(
                                        "request",
                                        "mode",
                                        "from",
                                        "at",
                                        "outcome",
                                        "first token after",
                                        "done after",
                                        "blocks from peers",
                                        "blocks cached",
                                        "tokens computed by it",
                                        "tokens computed by its source",
                                        "what kept blocks from it, ran out or failed"),
                                rows.stream().map(RequestTable::shown).toList()))
                .withId("requests");
    }

    private static Row row(RunReport.Request request, RequestFacts.Facts facts) {
        String why = why(request, facts);
        return new Row(request, facts, why, fared(request, facts, why));
    }

    private static Fared fared(RunReport.Request request, RequestFacts.Facts facts, String why) {
        String finish = request.finish();
        if (finish == null) {
            return Fared.NOT_ENDED;
        } else if (finish.equals("failed") || finish.equals("given_up")) {
            return Fared.FAILED;
        } else if (facts.wrongBlocks() > 0) {
            return Fared.READ_WRONG_BYTES;
        } else if (finish.equals("local_prefill") && !facts.source().isEmpty()) {
            return why.isEmpty() && request.whyLocal() == null ? Fared.FOUND_NOTHING : Fared.FELL_BACK;
        }
        return Fared.WELL;
    }

    private static DomContent shown(Row row) {
        RunReport.Request request = row.request();
        RequestFacts.Facts facts = row.facts();
        return tr(
                        th(button(request.request())
                                        .withType("button")
                                        .withClass("request")
                                        .attr("data-request", request.request()))
                                .attr("scope", "row"),
                        td(facts.mode()),
                        td(facts.source()),
                        td(facts.consumer()),
                        td(span(outcome(row))),
                        td(waited(request.arrivedNanos(), request.firstTokenNanos()))
                                .withClass("time"),
                        td(waited(request.arrivedNanos(), request.endedNanos())).withClass("time"),
                        td(Integer.toString(request.remoteBlocks())),
                        td(Integer.toString(request.cachedBlocks())),
                        td(Long.toString(request.computedTokens())),
                        td(Long.toString(request.producedTokens())),
                        td(row.fared() == Fared.FOUND_NOTHING ? nothingFound(facts) : row.why()))
                .attr("data-request", request.request())
                .withClass(row.fared().mark);
    }

    private static String outcome(Row row) {
        String finish = row.request().finish();
        if (finish == null) {
            return "not ended";
        }
        String plain = Words.plain(finish);
        if (finish.equals("local_prefill")) {
            plain = switch (row.fared()) {
                case FELL_BACK -> "fell back to local prefill";
                case FOUND_NOTHING -> "local prefill, nothing fetched";
                default -> row.facts().source().isEmpty() ? "local prefill, as asked" : plain;
            };
        }
        int wrong = row.facts().wrongBlocks();
        return wrong == 0 ? plain : plain + ", with " + Words.count(wrong, "block") + " of wrong bytes";
    }

    /** Why a request with a source computed all itself, where nothing failed. */
    private static String nothingFound(RequestFacts.Facts facts) {
        if (facts.missed() > 0) {
            return facts.source() + " had "
                    + (facts.found() == 0 ? "none" : facts.found() + " of " + (facts.found() + facts.missed()))
                    + " of its blocks";
        }
        return facts.loads() == 0 ? "no block was asked of " + facts.source() : "";
    }

    /** What the run says failed it or kept blocks from it, and whatever else happened to it, each once. */
    private static String why(RunReport.Request request, RequestFacts.Facts facts) {
        List<String> all = new ArrayList<>();
        String said = request.whyFailed() == null ? request.whyLocal() : request.whyFailed();
        if (said != null) {
            all.add(Words.abridged(said));
        }
        for (RequestFacts.Trouble trouble : facts.troubles()) {
            boolean told = said != null
                    && (said.contains(trouble.text())
                            || (!trouble.loadFailure().isEmpty()
                                    && said.startsWith("load from")
                                    && said.endsWith(": " + trouble.loadFailure())));
            if (!told && !all.contains(trouble.text())) {
                all.add(trouble.text());
            }
        }
        return String.join("; ", all);
    }

    private static String waited(@Nullable Long from, @Nullable Long to) {
        return from == null || to == null ? "never" : Words.duration(to - from);
    }
}
