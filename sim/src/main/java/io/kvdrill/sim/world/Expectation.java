package io.kvdrill.sim.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that a world states about its outcome. Where nothing is said of the laws, all of them must hold. */
public sealed interface Expectation {

    /** What it is about: under a profile, an expectation replaces those with the same subject. */
    String subject();

    /**
     * A span of time.
     *
     * @param minNanos at least this long; 0 for any
     * @param maxNanos at most this long; {@link Long#MAX_VALUE} for any
     */
    record Span(long minNanos, long maxNanos) {
        /** Any length. */
        public static final Span ANY = new Span(0, Long.MAX_VALUE);

        /** At most this long. */
        public static Span within(long nanos) {
            return new Span(0, nanos);
        }

        /** Whether a length lies in the span. */
        public boolean contains(long nanos) {
            return minNanos <= nanos && nanos <= maxNanos;
        }
    }

    /**
     * A load of a request gets this result.
     *
     * @param request the request's id in the world
     * @param nth which of its loads, from 1
     * @param success the result
     * @param span from the load's submission to its result
     * @param reason text that the reason in the trace must contain, or null
     */
    record LoadEnds(
            String request,
            int nth,
            boolean success,
            Span span,
            @Nullable String reason) implements Expectation {
        @Override
        public String subject() {
            return "load " + request + " #" + nth;
        }
    }

    /**
     * A store of a request gets this result; as {@link LoadEnds}.
     *
     * @param request the request's id in the world
     * @param nth which of its stores, from 1
     * @param success the result
     * @param span from the store's submission to its result
     * @param reason text that the reason in the trace must contain, or null
     */
    record StoreEnds(
            String request,
            int nth,
            boolean success,
            Span span,
            @Nullable String reason) implements Expectation {
        @Override
        public String subject() {
            return "store " + request + " #" + nth;
        }
    }

    /** How a request ends for its client. */
    enum Finish {
        /** Answered, with blocks that a peer wrote. */
        REMOTE_KV,
        /** Answered, and no block came from a peer. */
        LOCAL_PREFILL,
        /** Not answered: an engine died. */
        FAILED,
        /** Not answered in the client's patience. */
        GIVEN_UP
    }

    /**
     * A request ends in this way.
     *
     * @param request its id in the world
     * @param how the way
     * @param span from its arrival to its end
     */
    record RequestFinishes(String request, Finish how, Span span) implements Expectation {
        @Override
        public String subject() {
            return "request " + request;
        }
    }

    /** Laws hold: those named, or all where none is. */
    record LawsHold(List<String> laws) implements Expectation {
        /** Keeps an immutable copy. */
        public LawsHold {
            laws = List.copyOf(laws);
        }

        @Override
        public String subject() {
            return laws.isEmpty() ? "laws" : "laws " + String.join(" ", laws);
        }
    }

    /** A law breaks. */
    record LawBreaks(String law) implements Expectation {
        @Override
        public String subject() {
            return "laws " + law;
        }
    }

    /** Something happens this often. */
    record Happens(Boundary what, long minTimes, long maxTimes) implements Expectation {
        @Override
        public String subject() {
            return "event " + what.words();
        }
    }

    /**
     * Something happens this long after something else.
     *
     * @param what the later event
     * @param nth which of them, from 1
     * @param since the earlier event, the last one before {@code what}; null for the start of the run
     * @param span the time between them
     */
    record HappensAfter(Boundary what, long nth, @Nullable Boundary since, Span span) implements Expectation {
        @Override
        public String subject() {
            return "event " + what.words();
        }
    }

    /**
     * At the end no slot is pinned, reserved or quarantined.
     *
     * @param peer at which peer; null for all
     */
    record SlotsFree(@Nullable String peer) implements Expectation {
        @Override
        public String subject() {
            return "slots " + (peer == null ? "" : peer);
        }
    }

    /**
     * A leak budget (I15): how long the slots of a peer are pinned for transfers in the whole run, added up over slots.
     * Quarantined slots are not counted.
     *
     * @param peer at which peer; null for each of them
     * @param slotNanos at most this many slot-nanoseconds
     */
    record PinnedAtMost(@Nullable String peer, long slotNanos) implements Expectation {
        @Override
        public String subject() {
            return "pins " + (peer == null ? "" : peer);
        }
    }

    /** Whether a peer's engine crashes of itself; a kill is no crash. */
    record EngineCrashes(String peer, boolean crashes) implements Expectation {
        @Override
        public String subject() {
            return "engine " + peer;
        }
    }

    /**
     * So many requests of a workload end in this way.
     *
     * @param workload its name
     * @param how the way; null for any, so that requests that do not end are what is missing
     * @param atLeast null for any number
     * @param atMost null for any number
     */
    record WorkloadFinishes(
            String workload,
            @Nullable Finish how,
            @Nullable Portion atLeast,
            @Nullable Portion atMost) implements Expectation {
        @Override
        public String subject() {
            return "workload " + workload + " " + (how == null ? "" : how);
        }
    }

    /** What clients of a workload wait for. */
    enum Wait {
        /** The first token of the answer. */
        FIRST_TOKEN,
        /** The end of the request, however it ends. */
        END
    }

    /**
     * So long do the clients of a workload wait, counted from the arrival of each request. Whoever waits in vain waits
     * for ever.
     *
     * @param workload its name
     * @param what what they wait for
     * @param perTenThousand which percentile of the waits (the smallest wait that so many do not exceed), in
     *     ten-thousandths: 9,900 is the 99th; 10,000 is the longest wait
     * @param span the wait
     */
    record WorkloadWaits(String workload, Wait what, int perTenThousand, Span span) implements Expectation {
        @Override
        public String subject() {
            return "workload " + workload + " " + what + " " + perTenThousand;
        }
    }

    /**
     * A peer has so many sessions with others.
     *
     * @param peer at which peer; null for each of them
     * @param atEnd whether those that are open at the end are meant, or the most that were open at a time
     * @param min at least
     * @param max at most
     */
    record SessionsOpen(@Nullable String peer, boolean atEnd, long min, long max) implements Expectation {
        @Override
        public String subject() {
            return "sessions " + (atEnd ? "at the end " : "") + (peer == null ? "" : peer);
        }
    }
}
