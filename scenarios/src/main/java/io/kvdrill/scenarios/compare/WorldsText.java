package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.WorldsReport;
import io.kvdrill.reports.json.WorldsReport.Difference;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.unit.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How two worlds compare, for a person, in 80 columns. */
public final class WorldsText {
    private static final String INDENT = "  ";
    private static final String MARGIN = "    ";

    private final WorldsReport report;
    private final StringBuilder out = new StringBuilder();

    private WorldsText(WorldsReport report) {
        this.report = report;
    }

    /** The text, ending in a line end. */
    public static String of(WorldsReport report) {
        return new WorldsText(report).text();
    }

    private WorldsReport.World a() {
        return report.worlds().get(0);
    }

    private WorldsReport.World b() {
        return report.worlds().get(1);
    }

    private String text() {
        String verdict =
                report.same() ? "the same" : Texts.counted(report.differences().size(), "difference");
        out.append(Wrap.words(
                report.scenario() + " under " + report.profile() + ", seed " + report.seed() + ", on " + a().on()
                        + " and " + b().on() + ": " + verdict,
                "",
                INDENT));
        report.worlds()
                .forEach(world -> paragraph(String.format(
                        "%s: %s after %s (%s)",
                        world.on(), world.verdict().replace('_', ' '), Texts.about(world.endNanos()), world.endWhy())));
        report.differences().forEach(this::difference);
        list("raced: neither follows from the other, and either may come first", report.races());
        list("not compared: the run " + b().on() + " had ended", report.notWaitedFor());
        compared();
        if (!report.same()) {
            paragraph("again: " + report.again());
            report.worlds().forEach(world -> paragraph(world.on() + " alone: " + world.again()));
        }
        return out.toString();
    }

    private void difference(Difference one) {
        if (one.aspect().equals("time")) {
            paragraph(one.subject() + " at " + seconds(one.nanosOfA()) + " " + a().on() + ", at "
                    + seconds(one.nanosOfB()) + " " + b().on());
            return;
        }
        paragraph(aspect(one.aspect()) + one.subject());
        out.append(Wrap.words(a().on() + ": " + one.a() + at(one.nanosOfA()), MARGIN, MARGIN + INDENT));
        out.append(Wrap.words(b().on() + ": " + one.b() + at(one.nanosOfB()), MARGIN, MARGIN + INDENT));
    }

    private static String aspect(String aspect) {
        return switch (aspect) {
            case "job" -> "result of ";
            case "order" -> "order: ";
            default -> "";
        };
    }

    private static String at(@Nullable Long nanos) {
        return nanos == null ? "" : " (from " + seconds(nanos) + ")";
    }

    private static String seconds(@Nullable Long nanos) {
        return nanos == null ? "no time" : Texts.about(nanos);
    }

    private void list(String title, List<Difference> some) {
        if (!some.isEmpty()) {
            paragraph(title + ":");
            some.forEach(one -> out.append(Wrap.words(
                    one.subject() + ": " + a().on() + " " + one.a() + "; " + b().on() + " " + one.b(),
                    MARGIN,
                    MARGIN + INDENT)));
        }
    }

    private void compared() {
        WorldsReport.Compared of = report.compared();
        paragraph("compared: " + Texts.counted(of.requests(), "request") + ", results of "
                + Texts.counted(of.jobs(), "job") + ", states of "
                + Texts.counted(of.sessions(), "half").replace("halfs", "halves")
                + " of sessions, " + Texts.counted(of.loads(), "load") + ", " + Texts.counted(of.stores(), "store")
                + " and " + Texts.counted(of.rounds(), "round") + ", "
                + Texts.counted(of.ordered(), "pair") + " of cause and effect, "
                + Texts.counted(of.times(), "time"));
        WorldsReport.Apart apart = report.latest();
        if (apart != null) {
            paragraph("times differ by up to " + Texts.about(Math.abs(apart.nanos())) + " (" + apart.subject() + "), "
                    + Texts.duration(report.toleranceNanos()) + " are tolerated");
        }
    }

    private void paragraph(String text) {
        out.append(Wrap.words(text, INDENT, MARGIN));
    }
}
