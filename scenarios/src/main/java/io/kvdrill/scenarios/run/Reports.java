package io.kvdrill.scenarios.run;

import io.kvdrill.core.profile.Evidence;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.cause.CausalPast;
import io.kvdrill.reports.cause.Causes;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.explain.ExpectationText;
import io.kvdrill.scenarios.explain.LawStory;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Expectation.Finish;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the report of a run. */
public final class Reports {
    /** How many entries beside those that a violation is about are told as what led to it: the latest. */
    private static final int MOST_CAUSES = 24;

    private final RunCase runCase;
    private final RunResult result;
    private final PeerNames peers;
    private final EntryText text;
    private final FaultNames faults;
    private final List<RunReport.Fault> worldFaults;
    private @Nullable Causes causes;

    private Reports(RunCase runCase, RunResult result) {
        this.runCase = runCase;
        this.result = result;
        this.peers = new PeerNames(result.world());
        this.worldFaults = FaultReports.of(result.world());
        this.text = new EntryText(peers, new FaultWords(worldFaults));
        this.faults = new FaultNames(runCase.scenario().written().faultPlaces());
    }

    /** The report of a run of this case. */
    public static RunReport of(RunCase runCase, RunResult result) {
        return new Reports(runCase, result).report();
    }

    private RunReport report() {
        return new RunReport(
                RunReport.VERSION,
                runCase.scenario().name(),
                runCase.scenario().about(),
                runCase.scenario().reports(),
                runCase.profile().name(),
                runCase.profile().base().publicName(),
                runCase.profileChanges(),
                runCase.seed(),
                lower(result.verdict()),
                reasons(),
                result.world().brokenUnder(runCase.profile().name()).stream()
                        .distinct()
                        .toList(),
                runCase.again(),
                new RunReport.End(lower(result.end().kind()), result.end().detail()),
                result.fingerprint(),
                result.events(),
                result.traceEntries(),
                result.virtualNanos(),
                result.laws().stream().map(this::law).toList(),
                result.expectations().stream()
                        .map(e -> new RunReport.Expectation(ExpectationText.of(e.expectation()), e.met(), e.seen()))
                        .toList(),
                requests(),
                result.peers().stream().map(Reports::peer).toList(),
                rowsReached(),
                result.missedMoments().stream().map(faults::inText).toList(),
                Limits.of(result, peers),
                worldFaults,
                runCase.on());
    }

    /** The run's reasons, with expectations in words. */
    private List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        for (String reason : result.reasons()) {
            reasons.add(result.expectations().stream()
                    .filter(outcome -> !outcome.met()
                            && reason.startsWith(outcome.expectation().toString()))
                    .findFirst()
                    .map(outcome -> "stated: " + ExpectationText.of(outcome.expectation()) + "; but " + outcome.seen())
                    .orElse(faults.inText(reason)));
        }
        return reasons;
    }

    private RunReport.Law law(LawReport law) {
        return new RunReport.Law(
                law.law(),
                LawStory.named(law.law()).map(LawStory::broken).orElse(""),
                law.checked(),
                law.atStake(),
                law.violations().stream().map(this::violation).toList());
    }

    private RunReport.Violation violation(Violation violation) {
        List<TraceEntry> entries = result.trace().entries();
        List<RunReport.Entry> ledTo = entries.isEmpty()
                ? List.of()
                : CausalPast.of(causes(), foundIn(violation, entries), MOST_CAUSES).stream()
                        .map(sequence -> entry(result.trace().store(entries.get((int) (sequence - 1)))))
                        .toList();
        return new RunReport.Violation(
                violation.worldNanos(),
                peers.of(violation.peers()),
                violation.request().isEmpty() ? null : violation.request(),
                atLeastZero(violation.job()),
                atLeastZero(violation.round()),
                peers.inText(violation.what()),
                ledTo);
    }

    /**
     * The entries that it is about. One that is found at the end of a step broke at no entry: the last one before it belongs
     * to it only if it happened at a peer that it is about.
     */
    private static List<Long> foundIn(Violation violation, List<TraceEntry> entries) {
        List<Long> about = violation.about().stream()
                .filter(one -> one >= 1 && one <= entries.size())
                .toList();
        if (about.size() < 2) {
            return about;
        }
        String at = entries.get((int) (about.get(about.size() - 1) - 1)).peer();
        boolean theirs = at.isEmpty() || violation.peers().contains(at);
        return theirs ? about : about.subList(0, about.size() - 1);
    }

    private Causes causes() {
        Causes known = causes;
        if (known == null) {
            known = new Causes(
                    result.trace().stored(),
                    worldFaults,
                    new Names(result.peers().stream().map(Reports::peer).toList()));
            causes = known;
        }
        return known;
    }

    private RunReport.Entry entry(StoredEntry entry) {
        return new RunReport.Entry(
                entry.sequence(), entry.worldNanos(), peers.of(entry.peer()), entry.kind(), text.of(entry));
    }

    private List<RunReport.Request> requests() {
        Map<String, String> reasons =
                LocalPrefills.of(result.world(), result.trace().entries(), peers);
        Unanswered unanswered = new Unanswered(result.trace().entries(), peers);
        return result.requests().stream()
                .map(outcome -> request(outcome, reasons.get(outcome.request()), unanswered))
                .toList();
    }

    private static RunReport.Request request(RequestOutcome outcome, @Nullable String keptAway, Unanswered unanswered) {
        boolean failed = outcome.finish() == Finish.FAILED || outcome.finish() == Finish.GIVEN_UP;
        String why = failed ? unanswered.why(outcome) : null;
        return new RunReport.Request(
                outcome.request(),
                outcome.finish() == null ? null : lower(outcome.finish()),
                atLeastZero(outcome.arrivedNanos()),
                atLeastZero(outcome.firstTokenNanos()),
                atLeastZero(outcome.endedNanos()),
                outcome.remoteBlocks(),
                outcome.cachedBlocks(),
                outcome.computedTokens(),
                outcome.producedTokens(),
                outcome.finish() == Finish.LOCAL_PREFILL ? keptAway : null,
                why == null || keptAway == null ? why : why + "; " + keptAway);
    }

    private static RunReport.Peer peer(PeerView peer) {
        return new RunReport.Peer(peer.spec().name(), peer.spec().id(), peer.incarnation(), peer.alive(), peer.crash());
    }

    private List<RunReport.RowReached> rowsReached() {
        Map<Row<?>, List<String>> byRow = new LinkedHashMap<>();
        result.rowsReached()
                .forEach((peer, rows) -> rows.forEach(row ->
                        byRow.computeIfAbsent(row, r -> new ArrayList<>()).add(peers.of(peer))));
        return byRow.entrySet().stream()
                .sorted((a, b) -> Integer.compare(a.getKey().index(), b.getKey().index()))
                .map(reached -> row(reached.getKey(), reached.getValue()))
                .toList();
    }

    private RunReport.RowReached row(Row<?> row, List<String> at) {
        Evidence evidence = row.evidence(runCase.profile().base());
        return new RunReport.RowReached(
                row.name(),
                RowText.of(row, runCase.profile()),
                runCase.isSet(row) ? "set" : lower(evidence),
                row.source(),
                at);
    }

    private static @Nullable Long atLeastZero(long value) {
        return value < 0 ? null : Long.valueOf(value);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
