package io.kvdrill.reports.page;

import java.util.ArrayList;
import java.util.List;

/** Numbers, such as slots, as people write them: {@code 1-31, 40}. */
final class Ranges {
    private Ranges() {}

    /** All of them, ascending, each once. */
    static String of(List<Long> numbers) {
        return String.join(", ", pieces(numbers));
    }

    /** The first few ranges, and how many numbers there are in all where that is not all of them. */
    static String abridged(List<Long> numbers, int most) {
        List<String> pieces = pieces(numbers);
        return pieces.size() <= most
                ? String.join(", ", pieces)
                : String.join(", ", pieces.subList(0, most)) + ", ... (" + numbers.size() + " in all)";
    }

    private static List<String> pieces(List<Long> numbers) {
        List<Long> sorted = numbers.stream().sorted().distinct().toList();
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
                long first = sorted.get(from);
                long last = sorted.get(i - 1);
                pieces.add(first == last ? Long.toString(first) : first + "-" + last);
                from = i;
            }
        }
        return pieces;
    }
}
