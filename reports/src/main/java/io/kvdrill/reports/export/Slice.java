package io.kvdrill.reports.export;

import java.util.List;
import java.util.Map;

/**
 * Something with a beginning and an end on a track of a peer.
 *
 * @param peer whose, by id; empty for the world's
 * @param track the kind of track
 * @param name what is written on it
 * @param beginNanos from when
 * @param endNanos to when
 * @param args what it carries
 * @param flows arrows that begin or end at it
 * @param order which of those that begin together comes first
 */
record Slice(
        String peer,
        String track,
        String name,
        long beginNanos,
        long endNanos,
        Map<String, Object> args,
        List<Flow> flows,
        long order) {

    /**
     * One end of an arrow.
     *
     * @param id what both ends have in common
     * @param out whether the arrow begins here
     */
    record Flow(String id, boolean out) {
        static Flow from(String id) {
            return new Flow(id, true);
        }

        static Flow to(String id) {
            return new Flow(id, false);
        }
    }
}
