package io.kvdrill.scenarios.format.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds what somebody probably meant: the closest of the valid names by edits (Damerau, neighbours swapped). */
public final class Nearest {
    private static final int MOST_LISTED = 24;
    private static final int LONGEST_COMPARED = 80;
    private static final int SHORTEST_WORD = 3;
    private static final int FAR = Integer.MAX_VALUE;

    private Nearest() {}

    /** The valid name closest to {@code written}, if any is close enough to be what was meant. */
    public static Optional<String> to(String written, Collection<String> valid) {
        if (written.length() > LONGEST_COMPARED) {
            return Optional.empty();
        }
        String wanted = fold(written);
        String best = null;
        int bestEdits = Integer.MAX_VALUE;
        for (String name : valid) {
            String candidate = fold(name);
            int edits = distance(wanted, candidate);
            if (edits < bestEdits) {
                best = name;
                bestEdits = edits;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Valid names that {@code written} may stand for, the likeliest first: those that it is the beginning of, those that
     * hold it as a word, and those that are close.
     *
     * @param most how many at most
     */
    public static List<String> several(String written, Collection<String> valid, int most) {
        if (written.length() > LONGEST_COMPARED || written.isBlank()) {
            return List.of();
        }
        String wanted = fold(written);
        Map<String, Integer> ranks = new LinkedHashMap<>();
        for (String name : valid) {
            int rank = rank(wanted, fold(name));
            if (rank < FAR) {
                ranks.put(name, rank);
            }
        }
        return ranks.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .limit(most)
                .toList();
    }

    /** What to write instead of {@code written}: the nearest name, or the valid ones if none is near. */
    public static String suggestion(String written, Collection<String> valid) {
        return to(written, valid).map(name -> "did you mean '" + name + "'?").orElseGet(() -> oneOf(valid));
    }

    /** The valid names in their own order, shortened if there are many. */
    public static String oneOf(Collection<String> valid) {
        List<String> names = new ArrayList<>(valid);
        if (names.isEmpty()) {
            return "";
        }
        if (names.size() <= MOST_LISTED) {
            return (names.size() == 1 ? "valid: " : "one of: ") + String.join(", ", names);
        }
        return "one of: " + String.join(", ", names.subList(0, MOST_LISTED)) + ", ... (" + names.size() + " in all)";
    }

    private static int rank(String wanted, String candidate) {
        if (wanted.length() >= SHORTEST_WORD && candidate.startsWith(wanted)) {
            return 0;
        }
        if (wanted.length() >= SHORTEST_WORD
                && ("_" + candidate.replace('.', '_') + "_").contains("_" + wanted + "_")) {
            return 1;
        }
        int distance = distance(wanted, candidate);
        return distance == FAR ? FAR : 1 + distance;
    }

    /** Edits from what was written to a name; one where the name was cut short; {@link #FAR} if too many. */
    private static int distance(String a, String b) {
        int edits = edits(a, b);
        if (a.length() >= SHORTEST_WORD && b.startsWith(a)) {
            return Math.min(edits, 1);
        }
        boolean longer = b.length() >= SHORTEST_WORD && a.startsWith(b);
        return longer || edits <= Math.max(1, Math.max(a.length(), b.length()) / 3) ? edits : FAR;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    private static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + same, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
