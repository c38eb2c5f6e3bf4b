package io.kvdrill.core.profile;

/** The behaviours that choice rows choose from; {@link Rows} says which preset takes which, and where each comes from. */
public final class Choices {
    private Choices() {}

    /** {@link Rows#GROUP_PEERS_BY_HOST}. */
    public enum Switch {
        /** Not done. */
        OFF,
        /** Done. */
        ON
    }

    /** {@link Rows#FAILURE_DOMAIN}. */
    public enum FailureDomain {
        /** Announced or not, each peer stands for itself. */
        IGNORED,
        /** A ready session that is lost or faulted ends those with peers of the same domain in the same reap. */
        SHARED_FATE
    }

    /** {@link Rows#LOAD_TIMEOUT_RESULT}. */
    public enum LoadTimeoutResult {
        /** The result waits for the abort's acknowledgement, or for its timeout. */
        AFTER_ABORT_ACK,
        /** The load fails at its deadline; its slots are held. */
        AT_ONCE_SLOTS_HELD
    }

    /** {@link Rows#ABORT_ACK_TIMEOUT_ACTION}. */
    public enum AbortAckTimeoutAction {
        /** Time has passed, so the slots are free; queued fetches still leave. */
        RELEASE_SLOTS,
        /** Slots are held until proof: fault the peer, and release when its data path is fenced. Queued fetches are withdrawn. */
        HOLD_UNTIL_FENCED
    }

    /** {@link Rows#LOOKUP_WHILE_HANDSHAKING}. */
    public enum LookupWhileHandshaking {
        /** Wait for the handshake. */
        RETRY,
        /** Prefill locally. */
        MISS
    }

    /** {@link Rows#PEER_REGISTRATION}. */
    public enum PeerRegistration {
        /** On the caller's thread; only a clean refusal rejects the peer. */
        INLINE_ONLY_REFUSAL_REJECTS,
        /** In the background; any failure rejects the peer. */
        BACKGROUND_ANY_FAILURE_REJECTS
    }

    /** {@link Rows#FINISH_WITH_LIVE_LOAD}. */
    public enum FinishWithLiveLoad {
        /** The load is forgotten and never gets a result. */
        FORGET,
        /** One failure at the acknowledgement or its timeout. */
        FAIL_AT_ACK,
        /** One failure at once; the slots are held. */
        FAIL_AT_ONCE_SLOTS_HELD
    }

    /** {@link Rows#CLOSE_SETTLED_RESULTS}. */
    public enum CloseSettledResults {
        /** Results settled but not collected are lost. */
        DISCARD,
        /** They are delivered. */
        DELIVER
    }

    /** {@link Rows#CLOSE_RUNNING_TRANSFERS}. */
    public enum CloseRunningTransfers {
        /** Cancelled at once. */
        CANCEL,
        /** Watched until they end. */
        RETAIN
    }

    /** {@link Rows#SOURCE_PIN_RELEASE}. */
    public enum SourcePinRelease {
        /** With the job's result. */
        AT_RESULT,
        /** With the job's result; on close the result waits for the retained transfers. */
        AT_RESULT_AFTER_RETAINED,
        /** An event of its own, when no transfer can still read the slot. */
        WHEN_UNREAD
    }

    /** {@link Rows#STORE_TIMEOUT_SUPPLY}. */
    public enum StoreTimeoutSupply {
        /** The key can still be matched by a fetch. */
        KEEP_MATCHABLE,
        /** The key is removed. */
        REMOVE
    }

    /** {@link Rows#WAIT_CANCEL}. */
    public enum WaitCancel {
        /** Releases running transfers, whose bytes may go on landing. */
        RELEASES_RUNNING,
        /** Never releases a running transfer. */
        KEEPS_RUNNING
    }

    /** {@link Rows#CANCEL_DRAIN_EXPIRY}. */
    public enum CancelDrainExpiry {
        /** Cancel at once and acknowledge. */
        CANCEL_AND_ACKNOWLEDGE,
        /** No acknowledgement before quiescence: the session is faulted. */
        FAULT_SESSION
    }

    /** {@link Rows#REAPED_IDS}. */
    public enum ReapedIds {
        /** The id is marked failed, as for a failed load. */
        FAILED_ID,
        /** Fetches and stores are refused while the id is remembered. */
        REFUSED,
        /** As {@link #REFUSED}, except for a fetch that pinned supply matches. */
        REFUSED_UNLESS_PINNED
    }

    /** {@link Rows#PRODUCER_POLICY}. */
    public enum ProducerPolicy {
        /** Always block level. */
        BLOCK_LEVEL,
        /** Request level for a request with a destination id. */
        REQUEST_LEVEL
    }

    /** {@link Rows#ROUND_SCOPE}. */
    public enum RoundScope {
        /** Rounds count within a request id; PD supply is filed under round 0. */
        PER_REQUEST,
        /** Rounds count within a session; PD supply is filed per id and attached to whichever round fetches. */
        PER_SESSION
    }

    /** {@link Rows#LOOKUP_RESPONSE_ROUND}. */
    public enum LookupResponseRound {
        /** Not sent, not read. */
        ABSENT,
        /** Sent; checked when present. */
        OPTIONAL
    }

    /** {@link Rows#INCARNATION}. */
    public enum Incarnation {
        /** Not sent, not read. */
        ABSENT,
        /** A random epoch is sent; one already replaced is refused. */
        OPTIONAL
    }

    /** {@link Rows#RECONNECT_IN_DEATH_SWEEP}. */
    public enum ReconnectInDeathSweep {
        /** The newcomer is closed as a duplicate. */
        CLOSED_AS_DUPLICATE,
        /** The newcomer replaces the dead session. */
        REPLACES_DEAD_SESSION
    }

    /** {@link Rows#ROUTER_HANDOVER}. */
    public enum RouterHandover {
        /** A second connection of an identity is ignored. */
        OFF,
        /** The newest connection of an identity wins. */
        ON
    }

    /** {@link Rows#WRITE_EXCEPTION}. */
    public enum WriteException {
        /** Counted where a message is dispatched, escapes elsewhere. */
        COUNTED_OR_ESCAPES,
        /** The same as a refusal. */
        COUNTS_AS_REFUSED
    }

    /** {@link Rows#DUPLICATE_KEYS_IN_FETCH}. */
    public enum DuplicateKeysInFetch {
        /** Counted twice, written once: a PD round hangs, a lookup-supplied one fails. */
        COUNTED_TWICE,
        /** The peer is disconnected. */
        PROTOCOL_VIOLATION
    }

    /** {@link Rows#KEY_ELEMENTS}. */
    public enum KeyElements {
        /** Turned into bytes as Python's {@code bytes()} would. */
        COERCED,
        /** Anything but bytes is a violation. */
        BYTES_ONLY
    }

    /** {@link Rows#INTEGER_CHECKS}. */
    public enum IntegerChecks {
        /** Only the sign is looked at, and booleans pass. */
        SIGN_ONLY,
        /** Ranges are checked, and a block index must lie in the peer's region. */
        RANGES
    }

    /** {@link Rows#PEER_IDENTITY}. */
    public enum PeerIdentity {
        /** Errors in parsing one escape. */
        ERRORS_ESCAPE,
        /** Refused with a reason, a dial to oneself too. */
        REFUSED_WITH_REASON
    }

    /** {@link Rows#BINDINGS}. */
    public enum Bindings {
        /** One for each fetched id, until the producer's request or the session ends. */
        KEPT,
        /** As {@link #KEPT}, none for reaped ids. */
        KEPT_EXCEPT_REAPED,
        /** Only while a live request, open demand or an open store job needs it. */
        BOUNDED
    }

    /** {@link Rows#FAILED_IDS}. */
    public enum FailedIds {
        /** Removed only when a request of that id finishes. */
        UNTIL_REQUEST_FINISHES,
        /** Kept only while a request of that id is live. */
        BOUNDED_BY_LIVE_REQUESTS
    }

    /** {@link Rows#DRAIN}. */
    public enum Drain {
        /** Parked stores and unfetched pins are ignored. */
        IGNORES_PARKED,
        /** Everything open is settled or reported, in bounded time. */
        SETTLES_EVERYTHING
    }

    /** {@link Rows#CONTROL_SEND}. */
    public enum ControlSend {
        /** Blocks the caller at the high-water mark. */
        BLOCKS,
        /** Never blocks; a full queue ends the connection. */
        FULL_QUEUE_KILLS
    }

    /** {@link Rows#FINISH_OF_COMBINED_REQUEST}. */
    public enum FinishOfCombinedRequest {
        /** Only the consumer side is finished. */
        CONSUMER_SIDE,
        /** Both sides are. */
        BOTH_SIDES
    }

    /** {@link Rows#FINISH_BEFORE_BIND}. */
    public enum FinishBeforeBind {
        /** Forgotten: demand beyond the supply waits for the consumer's timeout, and so does what a peer looks up. */
        FORGOTTEN,
        /** Remembered while batches are parked: demand beyond the supply fails at once; what a peer looks up misses. */
        REMEMBERED
    }

    /** {@link Rows#SEND_FAILURE}. */
    public enum SendFailure {
        /** A role message kills the connection, an acknowledgement is counted, a connect escapes. */
        DEPENDS_ON_MESSAGE,
        /** As {@link #DEPENDS_ON_MESSAGE}, but an error while dialling fails the request's id. */
        DEPENDS_DIAL_GUARDED,
        /** Kills that connection, never escapes. */
        KILLS_CONNECTION
    }

    /** {@link Rows#UNCONFIRMED_KEY_IN_FETCH}. */
    public enum UnconfirmedKeyInFetch {
        /** An assertion escapes after the fetch left; the load stays live. */
        ASSERTION_AFTER_SEND,
        /** Refused before anything is sent, with one failed result. */
        REFUSED_BEFORE_SEND
    }

    /** {@link Rows#REFETCH_WHILE_ABORTING}. */
    public enum RefetchWhileAborting {
        /** Withdrawn by the abort that still drains. */
        WITHDRAWN_BY_ABORT,
        /** A new life that the abort does not touch. */
        NEW_LIFE
    }

    /** {@link Rows#EARLY_SYMMETRIC_FETCH}. */
    public enum EarlySymmetricFetch {
        /** Parks like a PD fetch. */
        PARKS,
        /** Judged in the next serve window if a lookup of that round was received. */
        JUDGED_IN_SERVE_WINDOW
    }

    /** {@link Rows#ROLE_BEFORE_CONNECT}. */
    public enum RoleBeforeConnect {
        /** Dispatched. */
        DISPATCHED,
        /** Dropped, counted, and answered with a disconnect. */
        DROPPED
    }

    /** {@link Rows#STORE_DEADLINE_ORDER}. */
    public enum StoreDeadlineOrder {
        /** Deadlines are judged before completions of the same sweep. */
        BEFORE_COMPLETIONS,
        /** Completions come first. */
        AFTER_COMPLETIONS
    }

    /** {@link Rows#TERMINAL_FETCH_DURING_WRITE}. */
    public enum TerminalFetchDuringWrite {
        /** Settles the round whose write still runs. */
        SETTLES_AT_ONCE,
        /** Waits for quiescence. */
        WAITS_FOR_QUIESCENCE
    }

    /** {@link Rows#SIBLING_FAILURE}. */
    public enum SiblingFailure {
        /** The other writes of the round are cancelled and done(false) is sent at once. */
        CANCEL_AND_ANSWER,
        /** done(false) is sent once the other writes are terminal. */
        ANSWER_WHEN_TERMINAL
    }

    /** {@link Rows#ACK_BEFORE_CONNECT}. */
    public enum AckBeforeConnect {
        /** Makes the session ready. */
        MAKES_READY,
        /** Ignored. */
        IGNORED
    }

    /** {@link Rows#IDLE_MEANS}. */
    public enum IdleMeans {
        /** No active load and no running transfer. */
        NO_LOAD_OR_TRANSFER,
        /** Also no parked demand, lookup, queued message or handshake. */
        NO_WORK_AT_ALL
    }
}
