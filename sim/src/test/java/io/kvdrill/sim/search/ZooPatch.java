package io.kvdrill.sim.search;

import java.util.ArrayList;
import java.util.List;

/**
 * A patch of the zoo, applied strictly: every line of its context must be where the patch says.
 *
 * @param what what is wrong with the mutant
 * @param idea the report or the kind of slip behind it
 * @param file the file that it changes, from the root of the repository
 * @param hunks lines with their marks, hunk by hunk; the first line of each is its header
 */
record ZooPatch(String what, String idea, String file, List<List<String>> hunks) {

    static ZooPatch parse(List<String> lines) {
        List<List<String>> hunks = new ArrayList<>();
        String file = "";
        for (String line : lines) {
            if (line.startsWith("+++ b/")) {
                file = line.substring("+++ b/".length()).strip();
            } else if (line.startsWith("@@ ")) {
                hunks.add(new ArrayList<>(List.of(line)));
            } else if (!hunks.isEmpty()) {
                hunks.get(hunks.size() - 1).add(line);
            }
        }
        return new ZooPatch(header(lines, 0, "What: "), header(lines, 1, "Idea: "), file, hunks);
    }

    private static String header(List<String> lines, int at, String name) {
        String line = lines.size() > at ? lines.get(at) : "";
        return line.startsWith(name) ? line.substring(name.length()) : "";
    }

    /**
     * The file with the bug in it.
     *
     * @throws IllegalArgumentException if the file is not what the patch was made for
     */
    List<String> applyTo(List<String> source) {
        List<String> patched = new ArrayList<>();
        int next = 0;
        for (List<String> hunk : hunks) {
            int start = Integer.parseInt(hunk.get(0).replaceAll("@@ -(\\d+).*", "$1")) - 1;
            int at = find(source, hunk, start);
            patched.addAll(source.subList(next, at));
            next = at;
            for (String line : hunk.subList(1, hunk.size())) {
                if (line.startsWith("+")) {
                    patched.add(line.substring(1));
                } else {
                    if (line.startsWith(" ")) {
                        patched.add(source.get(next));
                    }
                    next++;
                }
            }
        }
        patched.addAll(source.subList(next, source.size()));
        return patched;
    }

    /** Where a hunk belongs: where it says, or at the only other place where all its lines are. */
    private int find(List<String> source, List<String> hunk, int start) {
        List<String> expected = hunk.subList(1, hunk.size()).stream()
                .filter(line -> !line.startsWith("+"))
                .map(line -> line.isEmpty() ? "" : line.substring(1))
                .toList();
        for (int away = 0; away < source.size(); away++) {
            for (int at : new int[] {start + away, start - away}) {
                if (at >= 0
                        && at + expected.size() <= source.size()
                        && source.subList(at, at + expected.size()).equals(expected)) {
                    return at;
                }
            }
        }
        throw new IllegalArgumentException(file + " has no such lines:\n" + String.join("\n", expected));
    }
}
