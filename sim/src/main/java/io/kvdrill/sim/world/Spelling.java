package io.kvdrill.sim.world;

import java.util.Collection;

/** Words for a name that nothing has, and a guess at the one that was meant. */
final class Spelling {
    private Spelling() {}

    static String unknown(String what, String name, Collection<String> names) {
        String near = nearest(name, names);
        String known = names.size() <= 12 ? "; there are " + String.join(", ", names) : "";
        if (names.isEmpty()) {
            known = "; there is none";
        } else if (names.size() == 1) {
            known = "; there is only " + names.iterator().next();
        }
        return "unknown " + what + " \"" + name + "\"" + (near.isEmpty() ? known : "; did you mean \"" + near + "\"?");
    }

    private static String nearest(String name, Collection<String> names) {
        String best = "";
        int bestDistance = Math.max(1, name.length() / 3) + 1;
        for (String candidate : names) {
            int distance = distance(name, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Levenshtein's distance, for names of ordinary length. */
    private static int distance(String a, String b) {
        if (a.length() > 80 || b.length() > 80) {
            return Integer.MAX_VALUE;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
