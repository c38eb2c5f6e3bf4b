package io.kvdrill.scenarios.conform.record;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One life of a peer's tier, as a vector.
 *
 * @param peer its id, {@code host:port}
 * @param life counted from 1
 * @param vector what it was told and did; perhaps without steps
 * @param quiet for each step that lets time pass, by its index: after how many milliseconds of it the tier has a deadline,
 *     which may be later than the step's end, or, where its process could not run, earlier; {@link Long#MAX_VALUE} for none
 * @param end why the vector ends before the life did: something for which the format has no word; empty if it does not
 */
public record RecordedLife(String peer, int life, ConformanceVector vector, Map<Integer, Long> quiet, String end) {
    /** Keeps an immutable copy. */
    public RecordedLife {
        quiet = Collections.unmodifiableMap(new LinkedHashMap<>(quiet));
    }
}
