package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Effect.ParentCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The parent calls of each context, in order, with runs of lookups taken together as sets of keys. */
final class ParentRuns {

    /** One call, or a run of lookups. */
    record Run(
            ParentCall call,
            SortedSet<String> keys,
            @Nullable Long job) {
        @Override
        public String toString() {
            return call.publicName() + (keys.isEmpty() ? "" : keys) + (job == null ? "" : " as job " + job);
        }
    }

    private ParentRuns() {}

    static Map<String, List<Run>> of(List<Effect> effects) {
        Map<String, List<Run>> byContext = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Parent parent) {
                add(byContext.computeIfAbsent(parent.context(), context -> new ArrayList<>()), parent);
            }
        }
        return byContext;
    }

    private static void add(List<Run> runs, Effect.Parent parent) {
        if (parent.call() == ParentCall.LOOKUP && parent.key() != null) {
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last == null || last.call() != ParentCall.LOOKUP) {
                last = new Run(ParentCall.LOOKUP, new TreeSet<>(), null);
                runs.add(last);
            }
            last.keys().add(parent.key());
        } else {
            runs.add(new Run(parent.call(), new TreeSet<>(parent.keys()), parent.job()));
        }
    }
}
