package io.kvdrill.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names what repeats in the last events before a run was stopped as a livelock. */
final class Cycle {
    /** How many of the last events are looked at. */
    static final int WINDOW = 256;

    private static final int MAX_NAMED = 8;

    private final List<EventLabel> last = new ArrayList<>(WINDOW);

    void add(EventLabel label) {
        last.add(label);
    }

    void clear() {
        last.clear();
    }

    /** The shortest run of labels that the window repeats, or what occurs most often where nothing repeats exactly. */
    String describe() {
        for (int period = 1; period <= last.size() / 2; period++) {
            if (repeats(period)) {
                return name(last.subList(last.size() - period, last.size()));
            }
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (EventLabel label : last) {
            counts.merge(label.toString(), 1, Integer::sum);
        }
        List<String> often = new ArrayList<>(counts.keySet());
        often.sort((a, b) -> Integer.compare(counts.getOrDefault(b, 0), counts.getOrDefault(a, 0)));
        return "no exact cycle; most often: " + String.join(", ", often.subList(0, Math.min(MAX_NAMED, often.size())));
    }

    private boolean repeats(int period) {
        for (int i = period; i < last.size(); i++) {
            if (!last.get(i).equals(last.get(i - period))) {
                return false;
            }
        }
        return true;
    }

    private static String name(List<EventLabel> labels) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(MAX_NAMED, labels.size()); i++) {
            text.append(i == 0 ? "" : " -> ").append(labels.get(i));
        }
        if (labels.size() > MAX_NAMED) {
            text.append(" -> ... (").append(labels.size()).append(" events)");
        }
        return text.toString();
    }
}
