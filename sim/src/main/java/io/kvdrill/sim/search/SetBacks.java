package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of {@code hardened} that the swarm finds when they are set back to their {@code vllm-2026-08} values, with what
 * masks each, what it breaks, and how soon; and the rows whose older values break no law. Tests hold the table to the
 * swarm.
 */
public final class SetBacks {
    private static final int SOON = 250;
    private static final int IN_TIME = 1_000;
    private static final int LATE = 5_000;
    private static final int VERY_LATE = 20_000;

    private static final List<SetBack> FOUND = List.of(
            of(Rows.PEER_REGISTRATION, List.of("I10"), SOON, "registration-error-not-rejected"),
            of(Rows.BINDINGS, List.of("I4/26"), SOON, "binding-leak", "stale-binding-captures-store"),
            of(Rows.REAPED_IDS, List.of("I4/22"), SOON, "reaped-id-fetch-waits", "reaped-id-parks-again"),
            of(Rows.HANDSHAKE_TIMEOUT, List.of("I3/34"), SOON, "handshake-unbounded"),
            new SetBack(
                    Rows.LOOKUP_WHILE_HANDSHAKING, List.of(Rows.HANDSHAKE_TIMEOUT), List.of("I3/20"), List.of(), SOON),
            of(Rows.PEER_IDENTITY, List.of("I7", "I12/32"), SOON),
            of(Rows.CONTROL_SEND, List.of("I10/44"), SOON),
            of(Rows.STORE_TIMEOUT_SUPPLY, List.of("I15", "I4/26"), SOON, "write-from-unpinned-slot"),
            of(
                    Rows.SOURCE_PIN_RELEASE,
                    List.of("I2/5", "I4/26"),
                    SOON,
                    "unpin-on-close",
                    "unpin-on-abort",
                    "unpin-on-store-timeout"),
            of(Rows.IDLE_MEANS, List.of("I5/35"), SOON),
            of(Rows.ROUTER_HANDOVER, List.of("I7", "I14"), SOON),
            of(Rows.ACK_BEFORE_CONNECT, List.of("I9/31", "I4", "I15"), SOON),
            of(
                    Rows.SEND_FAILURE,
                    List.of("I12/32"),
                    SOON,
                    "ack-send-failure-swallowed",
                    "dial-error-escapes",
                    "accept-error-escapes"),
            of(Rows.CLOSE_RUNNING_TRANSFERS, List.of("I15"), SOON),
            of(Rows.ABORT_ACK_TIMEOUT_ACTION, List.of("I2/4", "I15"), SOON, "ack-timeout-frees-destination"),
            of(
                    Rows.WRITE_EXCEPTION,
                    List.of("I12/32", "I1/10"),
                    LATE,
                    "thrown-write-leaves-round-open",
                    "thrown-write-escapes"),
            of(Rows.FINISH_WITH_LIVE_LOAD, List.of("I1/1"), SOON, "finish-drops-load"),
            of(Rows.LOOKUP_PROGRESS_TIMEOUT, List.of("I3/20"), LATE, "lookup-unbounded-retry"),
            of(Rows.FINISH_BEFORE_BIND, List.of("I3/49"), LATE, "finished-producer-demand-waits"),
            of(Rows.INCARNATION, List.of("I8"), IN_TIME),
            of(Rows.FAILED_IDS, List.of("I4/27"), IN_TIME, "failed-id-leak"),
            of(Rows.DRAIN, List.of("I12/32"), IN_TIME, "drain-leaves-open-jobs"),
            of(Rows.WAIT_CANCEL, List.of("I2/5", "I2/12"), IN_TIME, "ack-during-write"),
            of(Rows.UNCONFIRMED_KEY_IN_FETCH, List.of("I12/32"), SOON, "assertion-after-send"),
            of(Rows.FINISH_OF_COMBINED_REQUEST, List.of("I3/49", "I4/26"), LATE, "combined-request-dest-not-finished"),
            of(Rows.ROLE_BEFORE_CONNECT, List.of("I12/32", "I5/43"), IN_TIME),
            of(Rows.DUPLICATE_KEYS_IN_FETCH, List.of("I11", "I1/10"), VERY_LATE, "duplicate-key-fetch-hangs"),
            of(Rows.RECONNECT_IN_DEATH_SWEEP, List.of("I5/43"), IN_TIME, "reconnect-closed-as-duplicate"),
            new SetBack(Rows.INTEGER_CHECKS, List.of(Rows.WRITE_EXCEPTION), List.of("I12/32"), List.of(), VERY_LATE),
            of(Rows.CANCEL_DRAIN_EXPIRY, List.of("I2/12", "I15"), LATE),
            of(Rows.SIBLING_FAILURE, List.of("I2/5", "I2/12"), LATE, "unpin-on-sibling-failure"),
            of(Rows.EARLY_SYMMETRIC_FETCH, List.of("I3/49"), VERY_LATE, "early-symmetric-fetch-waits"),
            new SetBack(
                    Rows.TERMINAL_FETCH_DURING_WRITE,
                    List.of(Rows.SOURCE_PIN_RELEASE),
                    List.of("I2/5"),
                    List.of("unpin-on-terminal-fetch"),
                    LATE),
            of(Rows.LOOKUP_RESPONSE_ROUND, List.of("I11/17"), LATE, "roundless-response"),
            of(
                    Rows.ROUND_SCOPE,
                    List.of("I8/46"),
                    VERY_LATE,
                    "stale-terminal-hits-new-life",
                    "pd-supply-bound-to-round-0"),
            of(Rows.REFETCH_WHILE_ABORTING, List.of("I1/10"), VERY_LATE, "abort-swallows-next-life"),
            new SetBack(
                    Rows.CLOSE_SETTLED_RESULTS,
                    List.of(Rows.BINDINGS),
                    List.of("I1/48", "I15"),
                    List.of("settled-result-lost-on-close"),
                    VERY_LATE));

    private static final Map<Row<?>, String> HARMLESS = harmless();

    private SetBacks() {}

    private static SetBack of(Row<?> row, List<String> breaks, int runs, String... defects) {
        return new SetBack(row, List.of(), breaks, List.of(defects), runs);
    }

    private static Map<Row<?>, String> harmless() {
        Map<Row<?>, String> rows = new LinkedHashMap<>();
        rows.put(
                Rows.PRODUCER_POLICY,
                "block level stores less of what a producer has; a consumer that asks for more is told so promptly");
        rows.put(
                Rows.LOAD_TIMEOUT_RESULT,
                "the result waits for the abort, which has a deadline of its own: later, and still bounded");
        rows.put(
                Rows.STORE_DEADLINE_ORDER,
                "a store that is written in the step of its deadline is told as failed, once; no slot is released early");
        rows.put(
                Rows.KEY_ELEMENTS,
                "coerced keys match nothing and are limited for each message; what cannot be coerced is a counted error");
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

    /** The behaviour rows that differ from August and whose older value breaks no law, each with the reason. */
    public static Map<Row<?>, String> harmlessRows() {
        return HARMLESS;
    }
}
