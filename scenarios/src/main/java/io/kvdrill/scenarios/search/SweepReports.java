package io.kvdrill.scenarios.search;

import io.kvdrill.reports.json.SweepReport;
import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.coverage.Item;
import java.util.ArrayList;
import java.util.List;

/** Makes the report of a sweep. */
public final class SweepReports {
    private SweepReports() {}

    /**
     * The report of a sweep.
     *
     * @param subject what was swept
     * @param firstSeed where it began
     * @param guided whether it preferred seeds
     * @param result what it has come to
     */
    public static SweepReport of(Subject subject, long firstSeed, boolean guided, SweepResult result) {
        List<SweepReport.Variant> variants = new ArrayList<>();
        for (int i = 0; i < subject.variants(); i++) {
            boolean run = i < result.tallies().size();
            variants.add(new SweepReport.Variant(
                    subject.label(i),
                    run ? result.tallies().get(i).runs() : 0,
                    run ? result.tallies().get(i).failed() : 0));
        }
        return new SweepReport(
                SweepReport.VERSION,
                subject.name(),
                subject.identity(),
                firstSeed,
                guided,
                result.complete(),
                result.runs(),
                result.failed(),
                result.firstFailedRun(),
                result.fingerprint(),
                variants,
                result.groups().inOrder().stream()
                        .map(group -> group(subject, group))
                        .toList(),
                result.history(),
                coverage(result));
    }

    private static SweepReport.Group group(Subject subject, Group group) {
        return new SweepReport.Group(
                group.variant(),
                group.signature().law(),
                group.signature().statement(),
                group.signature().event(),
                group.signature().state(),
                group.runs(),
                group.smallestSeed(),
                group.what(),
                subject.again(group.variant(), group.smallestSeed()),
                subject.shrink(
                        group.variant(), group.smallestSeed(), group.signature().law()));
    }

    private static List<SweepReport.Covered> coverage(SweepResult result) {
        List<SweepReport.Covered> coverage = new ArrayList<>();
        for (Item.Kind kind : Item.Kind.values()) {
            List<SweepReport.Reached> reached = new ArrayList<>();
            result.coverage().reached().forEach((item, reach) -> {
                if (item.kind() == kind) {
                    reached.add(new SweepReport.Reached(item.name(), reach.runs()));
                }
            });
            coverage.add(new SweepReport.Covered(
                    kind.text(), reached, result.coverage().never(kind)));
        }
        return coverage;
    }
}
