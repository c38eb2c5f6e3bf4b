package io.kvdrill.reports.page;

import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TransferFlight;
import java.util.Objects;

/**
 * What a peer did, in numbers.
 *
 * @param sent messages sent
 * @param received messages that arrived
 * @param loads loads that ended well, and otherwise
 * @param stores stores that ended well, and otherwise
 * @param written blocks that it wrote to others
 * @param landed blocks that others wrote to it
 * @param late blocks that landed at it after their writer's tier had given the write up
 */
record PeerCounters(long sent, long received, Ends loads, Ends stores, long written, long landed, long late) {

    /** How many ended how. */
    record Ends(long ok, long failed, long open) {
        @Override
        public String toString() {
            return ok + " ok, " + failed + " failed" + (open > 0 ? ", " + open + " open" : "");
        }
    }

    static PeerCounters of(String peer, Timeline timeline) {
        return new PeerCounters(
                timeline.messages().stream().filter(m -> m.from().equals(peer)).count(),
                timeline.messages().stream()
                        .filter(m -> m.to().equals(peer) && m.arrivedNanos() >= 0)
                        .count(),
                ends(peer, Span.Kind.LOAD, timeline),
                ends(peer, Span.Kind.STORE, timeline),
                timeline.transfers().stream()
                        .filter(t -> t.from().equals(peer))
                        .flatMap(t -> t.landings().stream())
                        .mapToLong(TransferFlight.Landing::blocks)
                        .sum(),
                timeline.transfers().stream()
                        .filter(t -> t.to().equals(peer))
                        .flatMap(t -> t.landings().stream())
                        .mapToLong(TransferFlight.Landing::blocks)
                        .sum(),
                timeline.transfers().stream()
                        .filter(t -> t.to().equals(peer) && t.forgottenNanos() >= 0)
                        .flatMap(t -> t.landings().stream().filter(l -> l.nanos() > t.forgottenNanos()))
                        .mapToLong(TransferFlight.Landing::blocks)
                        .sum());
    }

    private static Ends ends(String peer, Span.Kind kind, Timeline timeline) {
        long ok = 0;
        long failed = 0;
        long open = 0;
        for (Span span : timeline.spans()) {
            if (span.kind() == kind && Objects.equals(span.peer(), peer)) {
                switch (span.outcome()) {
                    case OK -> ok++;
                    case FAILED -> failed++;
                    case OPEN -> open++;
                }
            }
        }
        return new Ends(ok, failed, open);
    }
}
