package io.kvdrill.reports.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts what lasts on lanes, so that no two things on one lane overlap: each takes the first lane of its group that is free
 * when it begins. Things must come in the order in which they begin.
 */
final class Lanes {
    private final Map<String, List<Long>> freeFrom = new LinkedHashMap<>();

    /** The lane of something, from 0. Something that takes no time still keeps its lane for a nanosecond. */
    int place(String group, long beginNanos, long endNanos) {
        List<Long> lanes = freeFrom.computeIfAbsent(group, first -> new ArrayList<>());
        long until = Math.max(endNanos, beginNanos + 1);
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (lanes.get(lane) <= beginNanos) {
                lanes.set(lane, until);
                return lane;
            }
        }
        lanes.add(until);
        return lanes.size() - 1;
    }
}
