package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of {@code hardened} that the swarm finds when they are set back to their {@code vllm-2026-08} values, with what
 * masks each, what it breaks, and how soon; and the rows that it has not found so far. Tests hold the table to the swarm.
 */
public final class SetBacks {
    private static final int SOON = 250;
    private static final int IN_TIME = 1_000;
    private static final int LATE = 5_000;

    private static final List<SetBack> FOUND = List.of(
            of(Rows.PEER_REGISTRATION, List.of("I10"), SOON, "registration-error-not-rejected"),
            of(Rows.BINDINGS, List.of("I4/26"), SOON, "binding-leak", "stale-binding-captures-store"),
            of(Rows.HANDSHAKE_TIMEOUT, List.of("I3/34"), SOON, "handshake-unbounded"),
            of(Rows.REAPED_IDS, List.of("I4/22"), SOON, "reaped-id-fetch-waits", "reaped-id-parks-again"),
            of(Rows.DRAIN, List.of("I12/32"), SOON, "drain-leaves-open-jobs"),
            of(Rows.IDLE_MEANS, List.of("I5/35"), SOON),
            new SetBack(
                    Rows.LOOKUP_WHILE_HANDSHAKING, List.of(Rows.HANDSHAKE_TIMEOUT), List.of("I3/20"), List.of(), SOON),
            of(
                    Rows.SEND_FAILURE,
                    List.of("I12/32"),
                    IN_TIME,
                    "ack-send-failure-swallowed",
                    "dial-error-escapes",
                    "accept-error-escapes"),
            of(Rows.CONTROL_SEND, List.of("I10/44"), LATE),
            of(Rows.STORE_TIMEOUT_SUPPLY, List.of("I15", "I4/26"), IN_TIME, "write-from-unpinned-slot"),
            of(Rows.ABORT_ACK_TIMEOUT_ACTION, List.of("I2/4"), LATE, "ack-timeout-frees-destination"),
            of(Rows.CLOSE_RUNNING_TRANSFERS, List.of("I15"), LATE),
            of(
                    Rows.SOURCE_PIN_RELEASE,
                    List.of("I2/5", "I4/26"),
                    IN_TIME,
                    "unpin-on-close",
                    "unpin-on-abort",
                    "unpin-on-store-timeout"),
            of(Rows.LOOKUP_PROGRESS_TIMEOUT, List.of("I3/20"), IN_TIME, "lookup-unbounded-retry"),
            of(Rows.FINISH_WITH_LIVE_LOAD, List.of("I1/1"), IN_TIME, "finish-drops-load"),
            of(Rows.FAILED_IDS, List.of("I4/27"), IN_TIME, "failed-id-leak"));

    private static final Map<Row<?>, String> NOT_FOUND = notFound();

    private SetBacks() {}

    private static SetBack of(Row<?> row, List<String> breaks, int runs, String... defects) {
        return new SetBack(row, List.of(), breaks, List.of(defects), runs);
    }

    private static Map<Row<?>, String> notFound() {
        Map<Row<?>, String> rows = new LinkedHashMap<>();
        String policy = "a policy: no law asks for either value";
        String walks = "broken in walks over one tier, and not yet met by the swarm";
        rows.put(Rows.PRODUCER_POLICY, policy);
        rows.put(Rows.LOAD_TIMEOUT_RESULT, walks);
        rows.put(Rows.CLOSE_SETTLED_RESULTS, walks);
        rows.put(Rows.WAIT_CANCEL, "needs an abort while its write runs, and source_pin_release set back");
        rows.put(
                Rows.CANCEL_DRAIN_EXPIRY,
                "needs a write that outlasts an abort's drain, which stalled_write_timeout hides");
        rows.put(Rows.ROUND_SCOPE, "needs two loads of one id at a time");
        rows.put(Rows.LOOKUP_RESPONSE_ROUND, "needs an answer that comes a round late");
        rows.put(Rows.INCARNATION, "needs a restart that nobody else notices");
        rows.put(Rows.RECONNECT_IN_DEATH_SWEEP, "needs a death and a connect in one sweep");
        rows.put(Rows.ROUTER_HANDOVER, "needs a restart while the old connection still counts as alive");
        rows.put(Rows.WRITE_EXCEPTION, walks);
        rows.put(Rows.DUPLICATE_KEYS_IN_FETCH, walks);
        rows.put(Rows.KEY_ELEMENTS, walks);
        rows.put(Rows.INTEGER_CHECKS, walks);
        rows.put(Rows.PEER_IDENTITY, walks);
        rows.put(Rows.FINISH_OF_COMBINED_REQUEST, "needs unmet demand of a request that also consumes");
        rows.put(Rows.FINISH_BEFORE_BIND, "needs a producer that ends before a fetch of more than it stored");
        rows.put(Rows.UNCONFIRMED_KEY_IN_FETCH, "needs two requests under one id that ask for different blocks");
        rows.put(Rows.REFETCH_WHILE_ABORTING, "needs a fetch of a round whose abort still drains");
        rows.put(Rows.EARLY_SYMMETRIC_FETCH, "needs a fetch that arrives together with its lookup");
        rows.put(Rows.ROLE_BEFORE_CONNECT, walks);
        rows.put(Rows.ACK_BEFORE_CONNECT, walks);
        rows.put(Rows.STORE_DEADLINE_ORDER, "needs a write that ends in the step of its store's deadline");
        rows.put(Rows.TERMINAL_FETCH_DURING_WRITE, "needs a request that ends while its pins are being read");
        rows.put(Rows.SIBLING_FAILURE, "needs a round of several writes, one of which fails");
        return rows;
    }

    /** The rows that the swarm finds, those that it finds soonest first. */
    public static List<SetBack> all() {
        return FOUND;
    }

    /** The entry of a row, if the swarm finds it. */
    public static Optional<SetBack> of(Row<?> row) {
        return FOUND.stream().filter(entry -> entry.row().equals(row)).findFirst();
    }

    /** The behaviour rows that differ from August and that the swarm has not found, each with the reason. */
    public static Map<Row<?>, String> unfound() {
        return NOT_FOUND;
    }
}
