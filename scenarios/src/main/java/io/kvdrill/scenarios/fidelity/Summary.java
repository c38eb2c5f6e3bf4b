package io.kvdrill.scenarios.fidelity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of all runs, with differences of one shape in one group. */
final class Summary {

    /** Differences of one shape. */
    static final class Group {
        private final String shape;
        private final String why;
        private final List<Found> found = new ArrayList<>();

        Group(String shape, String why) {
            this.shape = shape;
            this.why = why;
        }

        String shape() {
            return shape;
        }

        /** Why it is there; empty if nobody has said. */
        String why() {
            return why;
        }

        int lives() {
            return found.size();
        }

        /** The one of the fewest steps. */
        Found shortest() {
            return found.stream()
                    .min(Comparator.comparingInt(each -> each.vector().steps().size()))
                    .orElseThrow();
        }
    }

    private final Explained explained;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private int runs;
    private int runsThatDiffer;
    private long lives;
    private long steps;
    private long matched;
    private long cut;
    private long unsupported;

    Summary(Explained explained) {
        this.explained = explained;
    }

    void add(RunReport run) {
        runs++;
        runsThatDiffer += run.found().isEmpty() ? 0 : 1;
        lives += run.lives();
        steps += run.steps();
        matched += run.matched();
        cut += run.cut();
        unsupported += run.unsupported();
        for (Found each : run.found()) {
            groups.computeIfAbsent(each.shape(), shape -> new Group(shape, explained.why(shape)))
                    .found
                    .add(each);
        }
    }

    /** The largest first; of the same size, in the order in which they were met. */
    List<Group> groups() {
        return groups.values().stream()
                .sorted(Comparator.comparingInt(Group::lives).reversed())
                .toList();
    }

    /** Groups that nobody has explained. */
    long unexplained() {
        return groups.values().stream().filter(group -> group.why().isEmpty()).count();
    }

    /** What is explained and was not seen. */
    List<String> unseen() {
        return explained.shapes().stream()
                .filter(shape -> !groups.containsKey(shape))
                .toList();
    }

    int runs() {
        return runs;
    }

    int runsThatDiffer() {
        return runsThatDiffer;
    }

    long lives() {
        return lives;
    }

    long steps() {
        return steps;
    }

    long matched() {
        return matched;
    }

    long cut() {
        return cut;
    }

    long unsupported() {
        return unsupported;
    }

    /** Steps that were compared, alike or not. */
    long compared() {
        return matched + groups.values().stream().mapToLong(Group::lives).sum();
    }
}
