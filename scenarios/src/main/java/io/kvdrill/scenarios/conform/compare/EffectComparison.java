package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectJson;
import io.kvdrill.scenarios.conform.vector.MessageJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the normal effects of one step (FORMAT.md section 8, rules 2 to 4). */
final class EffectComparison {

    /** Messages whose order matters: those to one peer about one request, or about none. */
    private record Sequence(String peer, @Nullable String request) {
        @Override
        public String toString() {
            return peer + (request == null ? " without a kv_request_id" : " about \"" + request + "\"");
        }
    }

    private final RoundNames rounds;
    private final List<Difference> differences = new ArrayList<>();

    private EffectComparison(RoundNames rounds) {
        this.rounds = rounds;
    }

    static List<Difference> compare(List<Effect> expected, List<Effect> actual, RoundNames rounds) {
        EffectComparison comparison = new EffectComparison(rounds);
        comparison.sends(sends(expected), sends(actual));
        comparison.parents(ParentRuns.of(expected), ParentRuns.of(actual));
        comparison.others(others(expected), others(actual));
        return comparison.differences;
    }

    private void sends(Map<Sequence, List<WireValue>> expected, Map<Sequence, List<WireValue>> actual) {
        for (Sequence sequence : union(expected.keySet(), actual.keySet())) {
            List<WireValue> wanted = expected.getOrDefault(sequence, List.of());
            List<WireValue> found = actual.getOrDefault(sequence, List.of());
            boolean same = wanted.size() == found.size();
            for (int i = 0; same && i < wanted.size(); i++) {
                same = rounds.same(sequence.peer(), wanted.get(i), found.get(i));
            }
            if (!same) {
                differences.add(new Difference("8.2: messages to " + sequence, messages(wanted), messages(found)));
            }
        }
    }

    private void parents(Map<String, List<ParentRuns.Run>> expected, Map<String, List<ParentRuns.Run>> actual) {
        for (String context : union(expected.keySet(), actual.keySet())) {
            List<ParentRuns.Run> wanted = expected.getOrDefault(context, List.of());
            List<ParentRuns.Run> found = actual.getOrDefault(context, List.of());
            if (!wanted.equals(found)) {
                differences.add(
                        new Difference("8.3: parent calls of context " + context, wanted.toString(), found.toString()));
            }
        }
    }

    private void others(List<String> expected, List<String> actual) {
        List<String> missing = new ArrayList<>(expected);
        List<String> extra = new ArrayList<>();
        for (String effect : actual) {
            if (!missing.remove(effect)) {
                extra.add(effect);
            }
        }
        if (!missing.isEmpty() || !extra.isEmpty()) {
            differences.add(new Difference(
                    "8.4: other effects",
                    missing.isEmpty() ? "nothing more" : String.join(" ", missing),
                    extra.isEmpty() ? "nothing more" : String.join(" ", extra)));
        }
    }

    private static Map<Sequence, List<WireValue>> sends(List<Effect> effects) {
        Map<Sequence, List<WireValue>> sequences = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send send) {
                WireValue message = MessageForm.of(send.message());
                Sequence sequence = new Sequence(send.peer(), MessageForm.text(message, "kv_request_id"));
                sequences.computeIfAbsent(sequence, each -> new ArrayList<>()).add(message);
            }
        }
        return sequences;
    }

    private static List<String> others(List<Effect> effects) {
        List<String> others = new ArrayList<>();
        for (Effect effect : effects) {
            if (!(effect instanceof Effect.Send) && !(effect instanceof Effect.Parent)) {
                others.add(EffectJson.of(effect).toString());
            }
        }
        return others;
    }

    private static String messages(List<WireValue> messages) {
        if (messages.isEmpty()) {
            return "none";
        }
        return String.join(
                " ",
                messages.stream()
                        .map(message -> MessageJson.toJson(message).toString())
                        .toList());
    }

    private static <T> Set<T> union(Set<T> a, Set<T> b) {
        Set<T> union = new LinkedHashSet<>(a);
        union.addAll(b);
        return union;
    }
}
