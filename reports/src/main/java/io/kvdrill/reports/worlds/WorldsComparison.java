package io.kvdrill.reports.worlds;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.cause.Causes;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.json.WorldsReport;
import io.kvdrill.reports.json.WorldsReport.Apart;
import io.kvdrill.reports.json.WorldsReport.Difference;
import io.kvdrill.reports.pair.Differences;
import io.kvdrill.reports.pair.RunPair;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.timeline.Fields;
import io.kvdrill.reports.worlds.StatePath.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds a run in the simulator against the same scenario in another world: what came of it, results of jobs, paths of
 * states, the order of what follows from each other, and times.
 *
 * <p>A real run does not wait for deadlines that are far away; what the simulation has after the end of the real run is told
 * apart. So is a store that was parked in one world and fetched at once in the other, where neither the store nor the fetch
 * follows from the other: either may come first.
 */
public final class WorldsComparison {
    private static final String NONE = "none";
    private static final String SIMULATOR = "sim";

    private final Side a;
    private final Side b;
    private final long toleranceNanos;
    private final CausalOrder causal;
    private final List<Difference> differences = new ArrayList<>();
    private final List<Difference> races = new ArrayList<>();
    private final List<Difference> notWaitedFor = new ArrayList<>();
    private @Nullable Apart latest;
    private int jobs;
    private int times;
    private int ordered;

    private WorldsComparison(RunPair pair, long toleranceNanos) {
        this.a = pair.a();
        this.b = pair.b();
        this.toleranceNanos = toleranceNanos;
        this.causal = new CausalOrder(new Causes(a.trace().entries(), a.report().faults(), new Names(a.report())));
    }

    /**
     * The comparison.
     *
     * @param pair the simulated run first
     * @param toleranceNanos by how much times may differ
     * @param again the command that makes and compares both runs again
     * @throws IllegalArgumentException if the first is no simulated run
     */
    public static WorldsReport of(RunPair pair, long toleranceNanos, String again) {
        if (!pair.a().report().on().equals(SIMULATOR)) {
            throw new IllegalArgumentException(
                    "the first run is from " + pair.a().report().on());
        }
        return new WorldsComparison(pair, toleranceNanos).compare(pair, again);
    }

    private WorldsReport compare(RunPair pair, String again) {
        for (io.kvdrill.reports.pair.Difference one : Differences.outcomesOf(pair)) {
            differences.add(new Difference("outcome", null, null, one.subject(), one.a(), one.b(), null, null));
        }
        List<StatePath> pathsOfA = StatePaths.of(a);
        List<StatePath> pathsOfB = StatePaths.of(b);
        Map<String, StatePath> byNameOfA = byName(pathsOfA);
        Map<String, StatePath> byNameOfB = byName(pathsOfB);
        Set<String> subjects = new LinkedHashSet<>(byNameOfA.keySet());
        subjects.addAll(byNameOfB.keySet());
        subjects.forEach(subject -> path(byNameOfA.get(subject), byNameOfB.get(subject)));
        requestTimes();
        order(Moments.of(a, pathsOfA), Moments.of(b, pathsOfB));
        RunReport report = a.report();
        return new WorldsReport(
                WorldsReport.VERSION,
                report.scenario(),
                report.profile(),
                report.seed(),
                a.trace().header().version(),
                toleranceNanos,
                again,
                List.of(world(a), world(b)),
                differences.isEmpty(),
                new WorldsReport.Compared(
                        report.requests().size(),
                        jobs,
                        count(byNameOfA, Kind.SESSION) + count(byNameOfA, Kind.REGISTRATION),
                        count(byNameOfA, Kind.LOAD),
                        count(byNameOfA, Kind.STORE),
                        count(byNameOfA, Kind.ROUND),
                        times,
                        ordered),
                latest,
                differences,
                races,
                notWaitedFor);
    }

    private static Map<String, StatePath> byName(List<StatePath> paths) {
        Map<String, StatePath> byName = new LinkedHashMap<>();
        paths.forEach(path -> byName.put(path.subject(), path));
        return byName;
    }

    private static int count(Map<String, StatePath> paths, Kind kind) {
        return (int) paths.values().stream().filter(path -> path.kind() == kind).count();
    }

    private static WorldsReport.World world(Side side) {
        RunReport report = side.report();
        return new WorldsReport.World(
                report.on(),
                report.verdict(),
                report.virtualNanos(),
                report.end().why(),
                report.again(),
                report.fingerprint());
    }

    // ---- paths and results ---------------------------------------------------------------------------------------

    private void path(@Nullable StatePath ofA, @Nullable StatePath ofB) {
        if (ofA == null || ofB == null) {
            StatePath one = ofA == null ? ofB : ofA;
            if (one != null) {
                add(one, "path", one, ofA, ofB, first(one), ofA != null);
            }
            return;
        }
        result(ofA, ofB);
        List<Passage> left = ofA.passagesButParked();
        List<Passage> right = ofB.passagesButParked();
        int equal = 0;
        while (equal < Math.min(left.size(), right.size())
                && left.get(equal).state().equals(right.get(equal).state())) {
            time(ofA, left.get(equal), right.get(equal));
            equal++;
        }
        if (equal < left.size()) {
            add(ofA, "path", ofA, ofA, ofB, left.get(equal), true);
        } else if (equal < right.size()) {
            add(ofA, "path", ofB, ofA, ofB, right.get(equal), false);
        } else if (ofA.parked() != ofB.parked()) {
            Difference difference = difference(
                    "path",
                    ofA,
                    ofA.states(),
                    ofB.states(),
                    first(ofA).nanos(),
                    first(ofB).nanos());
            (raced(ofA) ? races : differences).add(difference);
        }
    }

    private static Passage first(StatePath path) {
        return path.passages().get(0);
    }

    private void result(StatePath ofA, StatePath ofB) {
        if (ofA.result().isEmpty() && ofB.result().isEmpty()) {
            return;
        }
        jobs++;
        StatePath told = ofA.result().isEmpty() ? ofB : ofA;
        if (!ofA.result().equals(ofB.result()) && !isOver(ofA, ofB, told)) {
            differences.add(difference("job", ofA, or(ofA.result()), or(ofB.result()), null, null));
        }
    }

    /** Whether one has no result only because its run was over. */
    private boolean isOver(StatePath ofA, StatePath ofB, StatePath told) {
        boolean oneIsOpen = ofA.result().isEmpty() || ofB.result().isEmpty();
        Passage last = told.passages().get(told.passages().size() - 1);
        return oneIsOpen && afterEnd(last.nanos(), told.equals(ofA));
    }

    private static String or(String result) {
        return result.isEmpty() ? NONE : result;
    }

    /** A path that one world lacks, or whose states differ from a passage on. */
    private void add(
            StatePath about,
            String aspect,
            StatePath of,
            @Nullable StatePath ofA,
            @Nullable StatePath ofB,
            Passage from,
            boolean inA) {
        String left = ofA == null ? NONE : ofA.states();
        String right = ofB == null ? NONE : ofB.states();
        boolean whole = ofA == null || ofB == null;
        boolean missing = whole || of.passagesButParked().size() > shorter(ofA, ofB);
        Difference difference =
                difference(aspect, about, left, right, inA ? from.nanos() : null, inA ? null : (Long) from.nanos());
        (missing && afterEnd(from.nanos(), inA) ? notWaitedFor : differences).add(difference);
    }

    private static int shorter(@Nullable StatePath ofA, @Nullable StatePath ofB) {
        return ofA == null || ofB == null
                ? 0
                : Math.min(
                        ofA.passagesButParked().size(), ofB.passagesButParked().size());
    }

    /** Whether something of one run comes when the other has ended, although more was to come in it. */
    private boolean afterEnd(long nanos, boolean inA) {
        RunReport other = (inA ? b : a).report();
        boolean cut = other.end().why().equals("time_reached");
        boolean leavesDeadlines = inA && other.end().why().equals("quiescent");
        if (cut) {
            return nanos > other.virtualNanos() - toleranceNanos;
        }
        return leavesDeadlines && nanos > other.virtualNanos();
    }

    /** Whether a store and the fetch that binds its request follow from each other in neither direction. */
    private boolean raced(StatePath store) {
        Names names = new Names(a.report());
        for (StoredEntry entry : a.trace().entries()) {
            if (entry.kind().equals("request_bound")
                    && names.of(entry.peer()).equals(store.peer())
                    && Fields.text(entry, "request").equals(store.request())) {
                long submitted = first(store).sequence();
                return !causal.follows(submitted, entry.sequence()) && !causal.follows(entry.sequence(), submitted);
            }
        }
        return false;
    }

    // ---- times ---------------------------------------------------------------------------------------------------

    private void time(StatePath path, Passage ofA, Passage ofB) {
        time(path.subject() + ": " + ofA.state(), path.peer(), path.request(), ofA.nanos(), ofB.nanos());
    }

    private void requestTimes() {
        Map<String, RunReport.Request> requestsOfB = new LinkedHashMap<>();
        b.report().requests().forEach(request -> requestsOfB.put(request.request(), request));
        for (RunReport.Request request : a.report().requests()) {
            RunReport.Request other = requestsOfB.get(request.request());
            Long ended = request.endedNanos();
            Long otherEnded = other == null ? null : other.endedNanos();
            if (ended != null && otherEnded != null) {
                time("request " + request.request() + ": ended", "", request.request(), ended, otherEnded);
            }
        }
    }

    private void time(String subject, String peer, String request, long nanosOfA, long nanosOfB) {
        times++;
        long apart = nanosOfB - nanosOfA;
        Apart most = latest;
        if (most == null || Math.abs(apart) > Math.abs(most.nanos())) {
            latest = new Apart(subject, apart);
        }
        if (Math.abs(apart) > toleranceNanos) {
            differences.add(new Difference("time", orNull(peer), orNull(request), subject, "", "", nanosOfA, nanosOfB));
        }
    }

    // ---- order ---------------------------------------------------------------------------------------------------

    private void order(Map<String, Long> momentsOfA, Map<String, Long> momentsOfB) {
        Map<String, Long> inBoth = new LinkedHashMap<>(momentsOfA);
        inBoth.keySet().retainAll(momentsOfB.keySet());
        for (CausalOrder.Pair pair : causal.pairs(inBoth)) {
            long earlier = momentsOfB.getOrDefault(pair.earlier(), 0L);
            long later = momentsOfB.getOrDefault(pair.later(), 0L);
            ordered++;
            if (earlier > later) {
                StoredEntry entry = b.trace().entries().get((int) later - 1);
                differences.add(new Difference(
                        "order",
                        orNull(new Names(b.report()).of(entry.peer())),
                        orNull(Fields.text(entry, "request")),
                        pair.later(),
                        "after " + pair.earlier(),
                        "before it",
                        a.trace()
                                .entries()
                                .get((int) (long) momentsOfA.getOrDefault(pair.later(), 1L) - 1)
                                .worldNanos(),
                        entry.worldNanos()));
            }
        }
    }

    // ---- what they are told as -----------------------------------------------------------------------------------

    private static Difference difference(
            String aspect,
            StatePath path,
            String left,
            String right,
            @Nullable Long nanosOfA,
            @Nullable Long nanosOfB) {
        return new Difference(
                aspect, path.peer(), orNull(path.request()), path.subject(), left, right, nanosOfA, nanosOfB);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
