package io.kvdrill.sim.check;

import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.End;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All laws over one run. Judges what a correct tier keeps, under any profile: a profile that models a defect breaks the
 * law of that defect. Its time follows the events, its memory the work under way.
 *
 * <p>Used once. Not thread-safe.
 */
public final class Laws implements RunObserver {
    private final List<LawChecker> checkers;
    private final PinsChecker pins;
    private final Listeners listeners = new Listeners();
    private @Nullable Board board;

    private Laws(List<LawChecker> checkers, PinsChecker pins) {
        this.checkers = checkers;
        this.pins = pins;
    }

    /** All fifteen laws, with no budget for pinned slots but that of each single pin. */
    public static Laws standard() {
        return withPinBudget(Long.MAX_VALUE);
    }

    /**
     * All fifteen laws, with a leak budget.
     *
     * @param slotNanos how long the slots of each peer may be pinned in the run, added up over slots
     */
    public static Laws withPinBudget(long slotNanos) {
        PinsChecker pins = new PinsChecker(slotNanos);
        return new Laws(
                List.of(
                        new ResultsChecker(),
                        new RoundsChecker(),
                        new LookupAnswersChecker(),
                        new SlotsChecker(),
                        new PinnedHitsChecker(),
                        new RoundQuiescenceChecker(),
                        new ClientWaitsChecker(),
                        new StandstillChecker(),
                        new ServerWaitsChecker(),
                        new BaselineChecker(),
                        new ReapingChecker(),
                        new ConnectsChecker(),
                        new IdleEvictionChecker(),
                        new IsolationChecker(),
                        new IdentityChecker(),
                        new EpochChecker(),
                        new RegistrationsChecker(),
                        new CompatibilityChecker(),
                        new ThreadChecker(),
                        new ContentChecker(),
                        new ProbesChecker(),
                        new CrashChecker(),
                        new AttributionChecker(),
                        new RecoveryChecker(),
                        pins),
                pins);
    }

    /** These checkers only, for a test of theirs. */
    static Laws only(List<LawChecker> checkers) {
        PinsChecker pins = new PinsChecker(Long.MAX_VALUE);
        for (LawChecker checker : checkers) {
            if (checker instanceof PinsChecker given) {
                pins = given;
            }
        }
        return new Laws(List.copyOf(checkers), pins);
    }

    @Override
    public void onStart(RunView run) {
        Board fresh = new Board(run);
        board = fresh;
        Lives lives = new Lives(fresh, site -> checkers.forEach(checker -> checker.died(site)));
        lives.listen(listeners);
        fresh.impostures().listen(listeners);
        checkers.forEach(checker -> checker.start(fresh, listeners));
        lives.listenLast(listeners);
    }

    @Override
    public void onEntry(TraceEntry entry, RunView run) {
        Board current = started();
        current.history().add(entry);
        current.current(entry);
        listeners.dispatch(current.siteOf(entry), entry);
        current.current(null);
    }

    @Override
    public void onStepEnd(PeerView peer, RunView run) {
        Site site = started().find(peer.spec().id());
        if (site == null || !site.alive) {
            return;
        }
        site.steps++;
        for (int i = 0; i < checkers.size(); i++) {
            checkers.get(i).onStepEnd(site);
        }
        site.stalledInStep = false;
        site.lastStepLocalNanos = peer.localNanos();
        site.lastStepWorldNanos = run.nowNanos();
    }

    @Override
    public void onEnd(RunView run, boolean settled) {
        if (settled) {
            boolean quiescent = run.world().end() instanceof End.Quiescent;
            checkers.forEach(checker -> checker.onEnd(quiescent));
        }
    }

    /** How each law fared, in the order of the laws; one that was never at stake is there with a zero. */
    @Override
    public List<LawReport> laws() {
        List<LawReport> reports = new ArrayList<>();
        for (Law law : Law.values()) {
            reports.add(report(law));
        }
        return reports;
    }

    /** Whether any law has broken by now; costs little, and may be asked at any time. */
    public boolean anyBroken() {
        for (int i = 0; i < checkers.size(); i++) {
            if (!checkers.get(i).violations().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private LawReport report(Law law) {
        long checked = 0;
        long atStake = 0;
        long notKept = 0;
        List<Violation> violations = new ArrayList<>();
        for (LawChecker checker : checkers) {
            if (checker.law() == law) {
                checked += checker.checked();
                atStake += checker.atStake();
                notKept += checker.notKept();
                violations.addAll(checker.violations());
            }
        }
        violations.sort(Comparator.comparingLong(Violation::worldNanos).thenComparingLong(Violation::foundAt));
        if (notKept > 0) {
            Violation last = violations.get(violations.size() - 1);
            violations.add(new Violation(
                    law.code(), last.worldNanos(), List.of(), "", -1, -1, "and " + notKept + " more", List.of()));
        }
        return new LawReport(law.code(), checked, atStake, violations);
    }

    /** How long slots were held, by peer, in the order of the world; complete after {@link #onEnd}. */
    public List<SlotTime> slotTimes() {
        return pins.slotTimes();
    }

    /** Which checkers cover which statement of invariants.md, by their class names. */
    public static SortedMap<Integer, List<String>> coverage() {
        SortedMap<Integer, List<String>> coverage = new TreeMap<>();
        for (LawChecker checker : standard().checkers) {
            for (Integer statement : checker.statements()) {
                coverage.computeIfAbsent(statement, first -> new ArrayList<>())
                        .add(checker.getClass().getSimpleName());
            }
        }
        return Collections.unmodifiableSortedMap(coverage);
    }

    /** The checkers of a law, by their class names. */
    public static List<String> checkersOf(Law law) {
        List<String> names = new ArrayList<>();
        for (LawChecker checker : standard().checkers) {
            if (checker.law() == law) {
                names.add(checker.getClass().getSimpleName());
            }
        }
        return names;
    }

    private Board started() {
        if (board == null) {
            throw new IllegalStateException("the run has not been started: onStart comes first");
        }
        return board;
    }
}
