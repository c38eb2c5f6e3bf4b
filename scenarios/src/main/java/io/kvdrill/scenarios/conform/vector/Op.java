package io.kvdrill.scenarios.conform.vector;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a step does (FORMAT.md section 6), with its arguments. */
public enum Op {
    /** Queues a received message for the next control poll. */
    INBOUND(true, required("peer", ArgumentKind.TEXT), required("msg", ArgumentKind.ANYTHING)),
    /** Reports the loss of a connection at the next control poll. */
    DISCONNECT(true, required("peer", ArgumentKind.TEXT)),
    /** Scripts the completion of a write. */
    COMPLETE(
            true,
            required("transfer", ArgumentKind.NATURAL),
            required("status", ArgumentKind.STATUS),
            optional("force", ArgumentKind.BOOL)),
    /** Marks writes as not withdrawable. */
    STICK(true, required("transfers", ArgumentKind.NATURAL_LIST), optional("on", ArgumentKind.BOOL)),
    /** Makes sends to a peer fail. */
    FAIL_SENDS(true, required("peer", ArgumentKind.TEXT), optional("on", ArgumentKind.BOOL)),
    /** Makes writes to a peer refused. */
    REFUSE_WRITES(true, required("peer", ArgumentKind.TEXT), optional("on", ArgumentKind.BOOL)),
    /** Makes writes to a peer throw. */
    THROW_ON_WRITE(true, required("peer", ArgumentKind.TEXT), optional("on", ArgumentKind.BOOL)),
    /** Makes dials of a peer fail. */
    REFUSE_CONNECT(true, required("peer", ArgumentKind.TEXT), optional("on", ArgumentKind.BOOL)),
    /** Makes registrations of a peer fail. */
    FAIL_REGISTRATION(
            true,
            required("peer", ArgumentKind.TEXT),
            required("kind", ArgumentKind.REGISTRATION_FAILURE),
            optional("on", ArgumentKind.BOOL)),
    /** Moves the clock. */
    ADVANCE(true, required("ms", ArgumentKind.NATURAL)),

    /** A request enters the engine. */
    NEW_REQUEST(false, required("req", ArgumentKind.TEXT), required("kv_transfer_params", ArgumentKind.OBJECT_OR_NULL)),
    /** The engine asks for a block. */
    LOOKUP(false, required("req", ArgumentKind.TEXT), required("key", ArgumentKind.HEX)),
    /** The engine offers blocks. */
    SUBMIT_STORE(
            false,
            required("job", ArgumentKind.NATURAL),
            required("req", ArgumentKind.TEXT),
            required("keys", ArgumentKind.HEX_LIST),
            required("slots", ArgumentKind.NATURAL_LIST)),
    /** The engine wants blocks. */
    SUBMIT_LOAD(
            false,
            required("job", ArgumentKind.NATURAL),
            required("req", ArgumentKind.TEXT),
            required("keys", ArgumentKind.HEX_LIST),
            required("slots", ArgumentKind.NATURAL_LIST)),
    /** A request leaves the engine. */
    FINISH_REQUEST(false, required("req", ArgumentKind.TEXT)),
    /** The end of an engine step. */
    SCHEDULE_END(false),
    /** The window in which peers' lookups are answered. */
    SERVE(false, required("primary", ArgumentKind.OBJECT)),
    /** One sweep; hands over finished jobs. */
    POLL(false),
    /** The standard connect and its acknowledgement arrive, then one sweep. */
    PEER_UP(false, required("peer", ArgumentKind.TEXT)),
    /** Whether the engine must keep stepping. */
    HAS_PENDING_WORK(false),
    /** Waits until no job is open. */
    DRAIN(false, required("limit_ms", ArgumentKind.NATURAL), optional("during", ArgumentKind.EVENTS)),
    /** Ends the tier. */
    SHUTDOWN(false, required("limit_ms", ArgumentKind.NATURAL), optional("during", ArgumentKind.EVENTS)),
    /** Sizes of the tier's maps. */
    INSPECT(false),
    /** Builds a separate manager from options and environment. */
    CONSTRUCT(
            false,
            optional("options", ArgumentKind.OBJECT),
            optional("env", ArgumentKind.OBJECT),
            optional("dp_index", ArgumentKind.NATURAL)),

    /** One frame against a fresh session; from a file of wire vectors (FORMAT.md section 10). */
    FRAME(false, required("session", ArgumentKind.SESSION), required("bytes", ArgumentKind.HEX)),
    /** A compatibility fingerprint (FORMAT.md section 11). */
    FINGERPRINT(false, required("run_config", ArgumentKind.OBJECT_OR_NULL), optional("params", ArgumentKind.OBJECT)),
    /** A block key (FORMAT.md section 11). */
    BLOCK_KEY(false, required("hash", ArgumentKind.HEX), required("group", ArgumentKind.NATURAL));

    /** One argument. */
    record Argument(String name, ArgumentKind kind, boolean required) {}

    private final boolean scripting;
    private final List<Argument> arguments;

    Op(boolean scripting, Argument... arguments) {
        this.scripting = scripting;
        this.arguments = List.of(arguments);
    }

    private static Argument required(String name, ArgumentKind kind) {
        return new Argument(name, kind, true);
    }

    private static Argument optional(String name, ArgumentKind kind) {
        return new Argument(name, kind, false);
    }

    /** The name in vectors. */
    public String publicName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it prepares the doubles and calls nothing. */
    public boolean scripting() {
        return scripting;
    }

    /** Whether the subject collects completions during it. */
    public boolean sweeps() {
        return this == POLL || this == PEER_UP || this == DRAIN || this == SHUTDOWN || this == FRAME;
    }

    /** Whether it stands in the steps of a vector; the others are made of whole lines. */
    boolean inSteps() {
        return this != FRAME && this != FINGERPRINT && this != BLOCK_KEY;
    }

    List<Argument> arguments() {
        return arguments;
    }

    /** The op of this name in the steps of a vector. */
    static Optional<Op> named(String publicName) {
        for (Op op : values()) {
            if (op.inSteps() && op.publicName().equals(publicName)) {
                return Optional.of(op);
            }
        }
        return Optional.empty();
    }
}
