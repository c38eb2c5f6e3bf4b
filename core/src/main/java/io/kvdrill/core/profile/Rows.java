package io.kvdrill.core.profile;

import static io.kvdrill.core.profile.Evidence.CHOSEN;
import static io.kvdrill.core.profile.Evidence.INFERRED;
import static io.kvdrill.core.profile.Evidence.READ;
import static io.kvdrill.core.profile.Evidence.RECORDED;

import io.kvdrill.core.profile.Choices.*;
import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.TimeRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of profile rows (profiles.md): every timeout, limit and behaviour that differs between presets, or that
 * a user may want to change. Values stand in the order {@code vllm-2026-08}, {@code vllm-2026-10}, {@code hardened}.
 */
public final class Rows {
    private static final RowCatalogue ROWS = new RowCatalogue();
    private static final @Nullable Long NONE = null;

    private Rows() {}

    // ---- timeouts and limits -------------------------------------------------------------------------------------

    /** Age at which a PD load is given up, from its submission. */
    public static final TimeRow LOAD_TIMEOUT_PD = ROWS.time("load_timeout_pd")
            .about("age at which a PD load is given up, counted from its submission")
            .source("vLLM pull request 63781")
            .values(30_000, RECORDED, 30_000, READ, 30_000, CHOSEN);

    /** Age at which a symmetric load is given up, from its submission. */
    public static final TimeRow LOAD_TIMEOUT_SYMMETRIC = ROWS.time("load_timeout_symmetric")
            .about("age at which a symmetric load is given up, counted from its submission")
            .source("vLLM pull request 63781")
            .values(30_000, RECORDED, 10_000, READ, 10_000, CHOSEN);

    /** How long an abort waits for its acknowledgement. */
    public static final TimeRow ABORT_ACK_TIMEOUT = ROWS.time("abort_ack_timeout")
            .about("how long an abort waits for its acknowledgement")
            .source(
                    "vLLM pull request 63781; longer than the peer's drain under hardened, where no result waits for it")
            .values(10_000, RECORDED, 5_000, INFERRED, 15_000, CHOSEN);

    /** How long a request's lookups may go without a new answer. */
    public static final TimeRow LOOKUP_PROGRESS_TIMEOUT = ROWS.time("lookup_progress_timeout")
            .about("how long a request's lookups may go without an answer to a probe that had none")
            .source("vLLM pull requests 56836 and 63781")
            .values(NONE, RECORDED, 10_000L, INFERRED, 10_000L, CHOSEN);

    /** How long the server keeps a peer's lookup open for keys that are pending. */
    public static final TimeRow LOOKUP_PENDING_TIMEOUT = ROWS.time("lookup_pending_timeout")
            .about("how long the server keeps a peer's lookup open for keys that are pending, from its arrival")
            .source("vLLM pull request 48021")
            .values(5_000, RECORDED, 5_000, READ, 5_000, CHOSEN);

    /** Age at which a store job filed with a session fails. */
    public static final TimeRow STORE_TIMEOUT = ROWS.time("store_timeout")
            .about("age at which a store job that was filed with a session fails")
            .source("vLLM main at be06873198")
            .values(30_000, RECORDED, 30_000, INFERRED, 30_000, CHOSEN);

    /** How long an abort waits for its round's writes to end. */
    public static final TimeRow CANCEL_DRAIN_TIMEOUT = ROWS.time("cancel_drain_timeout")
            .about("how long an abort waits for the writes of its round to end")
            .source("vLLM main at be06873198")
            .values(10_000, RECORDED, 10_000, INFERRED, 10_000, CHOSEN);

    /** How long a connected session may take to become ready; exceeded, not reached. */
    public static final TimeRow HANDSHAKE_TIMEOUT = ROWS.time("handshake_timeout")
            .about("how long a connected session may take to become ready (it ends when older, not when as old)")
            .source("vLLM pull request 51504")
            .alias("VLLM_P2P_HANDSHAKE_TIMEOUT_S")
            .values(NONE, RECORDED, 30_000L, READ, 30_000L, CHOSEN);

    /** How long stores wait for somebody to fetch their id. */
    public static final TimeRow UNBOUND_STORE_TIMEOUT = ROWS.time("unbound_store_timeout")
            .about("how long stores wait for somebody to fetch their id, counted from the oldest of them")
            .source("vLLM pull request 53453")
            .alias("unbound_store_timeout_s")
            .values(60_000, RECORDED, 60_000, RECORDED, 60_000, CHOSEN);

    /** How long an id whose stores expired is remembered. */
    public static final TimeRow REAPED_ID_RETENTION = ROWS.time("reaped_id_retention")
            .about("how long an id whose parked stores expired is remembered")
            .source("vLLM pull request 53453")
            .values(NONE, RECORDED, 60_000L, INFERRED, 90_000L, CHOSEN);

    /** Most sessions at a time. */
    public static final AmountRow MAX_PEERS = ROWS.amount("max_peers")
            .about("most sessions at a time, inbound and outbound")
            .source("vLLM pull request 51504")
            .alias("VLLM_P2P_MAX_PEERS")
            .values(NONE, RECORDED, 128L, RECORDED, 128L, CHOSEN);

    /** How long a session must have been idle to be evicted; 0 or none disables eviction. */
    public static final TimeRow IDLE_TIMEOUT = ROWS.time("idle_timeout")
            .about("how long a session must have been idle to be evicted when slots are scarce; 0 disables eviction")
            .source("vLLM pull request 51504")
            .alias("VLLM_P2P_IDLE_TIMEOUT_S")
            .values(NONE, RECORDED, 300_000L, RECORDED, 300_000L, CHOSEN);

    /** How many free session slots count as scarce. */
    public static final AmountRow IDLE_REAP_HEADROOM = ROWS.amount("idle_reap_headroom")
            .about("how many free session slots count as scarce")
            .source("vLLM pull request 51504")
            .values(NONE, RECORDED, 16L, INFERRED, 16L, CHOSEN);

    /** How long a write may make no progress. */
    public static final TimeRow STALLED_WRITE_TIMEOUT = ROWS.time("stalled_write_timeout")
            .about("how long a write may make no progress; where progress is unknown, how long it may take beyond its"
                    + " bytes at the declared bandwidth")
            .source("vLLM pull request 64251")
            .values(NONE, RECORDED, 5_000L, INFERRED, 5_000L, CHOSEN);

    /** How long the server keeps demand that no supply meets. */
    public static final TimeRow PARKED_DEMAND_TIMEOUT = ROWS.time("parked_demand_timeout")
            .about("how long the server keeps demand that no supply meets, before it answers done(false)")
            .source("promise 6 of profiles.md")
            .values(NONE, RECORDED, NONE, INFERRED, 60_000L, CHOSEN);

    /** Largest frame that a peer may send. */
    public static final AmountRow MAX_MESSAGE_SIZE = ROWS.bytes("max_message_size")
            .about("largest frame that a peer may send; a larger one ends the connection")
            .source("promise 8 of profiles.md")
            .values(NONE, RECORDED, NONE, INFERRED, 8L << 20, CHOSEN);

    /** Most request ids that a peer may keep open with the server role. */
    public static final AmountRow MAX_OPEN_IDS_PER_PEER = ROWS.amount("max_open_ids_per_peer")
            .about("most request ids that a peer may keep open with the server role; one more ends the connection")
            .source("promise 8 of profiles.md")
            .values(NONE, RECORDED, NONE, INFERRED, 1_024L, CHOSEN);

    /** Most messages that may wait for a peer's handshake. */
    public static final AmountRow MAX_QUEUED_MESSAGES_PER_PEER = ROWS.amount("max_queued_messages_per_peer")
            .about("most messages that may wait for a peer's handshake; one more ends the connection")
            .source("promise 8 of profiles.md")
            .values(NONE, RECORDED, NONE, INFERRED, 10_000L, CHOSEN);

    /** First wait before a faulted peer is dialled again; doubles up to 30 times itself. */
    public static final TimeRow RECONNECT_BACKOFF = ROWS.time("reconnect_backoff")
            .about("first wait before a faulted peer is dialled again; it doubles up to 30 times that, is multiplied by"
                    + " a uniform 0.5 to 1, and is forgotten once the peer is ready")
            .source("vLLM pull request 64251")
            .values(NONE, RECORDED, 1_000L, INFERRED, 1_000L, CHOSEN);

    /** How long shutdown waits for running writes. */
    public static final TimeRow SHUTDOWN_DRAIN_TIMEOUT = ROWS.time("shutdown_drain_timeout")
            .about("how long shutdown waits for running writes to end")
            .source("vLLM main at be06873198")
            .values(3_000, RECORDED, 3_000, READ, 3_000, CHOSEN);

    /** How long a drain may take. */
    public static final TimeRow DRAIN_TIMEOUT = ROWS.time("drain_timeout")
            .about("how long a drain may take before it settles what is left as failed")
            .source("promise 6 of profiles.md")
            .values(NONE, RECORDED, NONE, READ, 30_000L, CHOSEN);

    /** Whether the death of one session closes every other session to the same host. */
    public static final ChoiceRow<Switch> GROUP_PEERS_BY_HOST = ROWS.choice("group_peers_by_host", Switch.class)
            .about("whether the death of one session closes every other session to the same host")
            .source("vLLM pull request 64678, closed unmerged")
            .values(Switch.OFF, READ, Switch.OFF, READ, Switch.OFF, CHOSEN);

    /** How long no session is opened to a host after such a death. */
    public static final TimeRow HOST_QUARANTINE = ROWS.time("host_quarantine")
            .about("with group_peers_by_host, how long no outbound session is opened to the host of a dead peer")
            .source("vLLM pull request 64678, closed unmerged")
            .values(10_000, READ, 10_000, READ, 10_000, CHOSEN);

    /** Whether peers that announce one failure domain are given up together. */
    public static final ChoiceRow<FailureDomain> FAILURE_DOMAIN = ROWS.choice("failure_domain", FailureDomain.class)
            .about(
                    "whether a peer that is lost, or whose data path failed, takes the other peers with it that announced"
                            + " the same failure domain (kvdrill_domain)")
            .source("what-if for vLLM issue 56828: narrower than pull request 64678")
            .values(FailureDomain.IGNORED, CHOSEN, FailureDomain.IGNORED, CHOSEN, FailureDomain.IGNORED, CHOSEN);

    /** How long a load may go without a block that lands. */
    public static final TimeRow LOAD_PROGRESS_TIMEOUT = ROWS.time("load_progress_timeout")
            .transport()
            .about(
                    "how long a load may go without a block that lands in its slots, counted from its submission; looked at"
                            + " in such intervals")
            .source("what-if for vLLM issue 56828, its second proposal; TensorRT-LLM pull request 17950")
            .values(NONE, CHOSEN, NONE, CHOSEN, NONE, CHOSEN);

    /** Time between heartbeats on the control channel. */
    public static final TimeRow HEARTBEAT_INTERVAL = ROWS.time("heartbeat_interval")
            .transport()
            .about("time between heartbeats on the control channel")
            .source("vLLM main at be06873198")
            .values(2_000, READ, 2_000, READ, 2_000, CHOSEN);

    /** Silence after which a control connection counts as lost. */
    public static final TimeRow HEARTBEAT_TIMEOUT = ROWS.time("heartbeat_timeout")
            .transport()
            .about("how long a heartbeat may go unanswered before the control connection counts as lost")
            .source("vLLM main at be06873198")
            .values(10_000, READ, 10_000, READ, 10_000, CHOSEN);

    /** How long the peer keeps a silent control connection. */
    public static final TimeRow HEARTBEAT_TTL = ROWS.time("heartbeat_ttl")
            .transport()
            .about("how long the peer keeps a control connection that falls silent")
            .source("vLLM main at be06873198")
            .values(10_000, READ, 10_000, READ, 10_000, CHOSEN);

    // ---- behaviours ----------------------------------------------------------------------------------------------

    /** When a load that has reached its deadline gets its result. */
    public static final ChoiceRow<LoadTimeoutResult> LOAD_TIMEOUT_RESULT = ROWS.choice(
                    "load_timeout_result", LoadTimeoutResult.class)
            .about("when a load that has reached its deadline gets its result")
            .source("vLLM pull request 64256")
            .values(
                    LoadTimeoutResult.AFTER_ABORT_ACK, RECORDED,
                    LoadTimeoutResult.AT_ONCE_SLOTS_HELD, READ,
                    LoadTimeoutResult.AT_ONCE_SLOTS_HELD, CHOSEN);

    /** What becomes of the slots when an abort is not acknowledged. */
    public static final ChoiceRow<AbortAckTimeoutAction> ABORT_ACK_TIMEOUT_ACTION = ROWS.choice(
                    "abort_ack_timeout_action", AbortAckTimeoutAction.class)
            .about("what becomes of a load's slots when its abort is not acknowledged, or its session ends")
            .source("law I2")
            .values(
                    AbortAckTimeoutAction.RELEASE_SLOTS, RECORDED,
                    AbortAckTimeoutAction.RELEASE_SLOTS, INFERRED,
                    AbortAckTimeoutAction.HOLD_UNTIL_FENCED, CHOSEN);

    /** What a lookup answers before the peer has acknowledged us. */
    public static final ChoiceRow<LookupWhileHandshaking> LOOKUP_WHILE_HANDSHAKING = ROWS.choice(
                    "lookup_while_handshaking", LookupWhileHandshaking.class)
            .about("what a lookup answers before the peer has acknowledged our connect")
            .source("vLLM pull request 64501")
            .values(
                    LookupWhileHandshaking.RETRY, RECORDED,
                    LookupWhileHandshaking.MISS, READ,
                    LookupWhileHandshaking.MISS, CHOSEN);

    /** How a peer is registered with the data plane. */
    public static final ChoiceRow<PeerRegistration> PEER_REGISTRATION = ROWS.choice(
                    "peer_registration", PeerRegistration.class)
            .about("whether a peer is registered on the caller's thread, and which failures reject it")
            .source("vLLM pull request 57139")
            .values(
                    PeerRegistration.INLINE_ONLY_REFUSAL_REJECTS, RECORDED,
                    PeerRegistration.BACKGROUND_ANY_FAILURE_REJECTS, READ,
                    PeerRegistration.BACKGROUND_ANY_FAILURE_REJECTS, CHOSEN);

    /** What becomes of a load whose request finishes. */
    public static final ChoiceRow<FinishWithLiveLoad> FINISH_WITH_LIVE_LOAD = ROWS.choice(
                    "finish_with_live_load", FinishWithLiveLoad.class)
            .about("what becomes of a load that is live when its request finishes")
            .source("vLLM pull request 52571")
            .values(
                    FinishWithLiveLoad.FORGET, RECORDED,
                    FinishWithLiveLoad.FAIL_AT_ACK, READ,
                    FinishWithLiveLoad.FAIL_AT_ONCE_SLOTS_HELD, CHOSEN);

    /** What closing a session does with results that nobody has collected. */
    public static final ChoiceRow<CloseSettledResults> CLOSE_SETTLED_RESULTS = ROWS.choice(
                    "close_settled_results", CloseSettledResults.class)
            .about("what closing a session does with results that are settled but not collected")
            .source("statement 2 of invariants.md")
            .values(
                    CloseSettledResults.DISCARD, RECORDED,
                    CloseSettledResults.DISCARD, INFERRED,
                    CloseSettledResults.DELIVER, CHOSEN);

    /** What closing a session does with running writes. */
    public static final ChoiceRow<CloseRunningTransfers> CLOSE_RUNNING_TRANSFERS = ROWS.choice(
                    "close_running_transfers", CloseRunningTransfers.class)
            .about("what closing a session does with running writes")
            .source("vLLM pull request 64250")
            .values(
                    CloseRunningTransfers.CANCEL, RECORDED,
                    CloseRunningTransfers.RETAIN, READ,
                    CloseRunningTransfers.RETAIN, CHOSEN);

    /** When the pins of a store job end. */
    public static final ChoiceRow<SourcePinRelease> SOURCE_PIN_RELEASE = ROWS.choice(
                    "source_pin_release", SourcePinRelease.class)
            .about("when the pins of a store job end")
            .source("statement 5 of invariants.md; vLLM pull request 64250")
            .values(
                    SourcePinRelease.AT_RESULT, RECORDED,
                    SourcePinRelease.AT_RESULT_AFTER_RETAINED, READ,
                    SourcePinRelease.WHEN_UNREAD, CHOSEN);

    /** What becomes of supply whose store job has timed out. */
    public static final ChoiceRow<StoreTimeoutSupply> STORE_TIMEOUT_SUPPLY = ROWS.choice(
                    "store_timeout_supply", StoreTimeoutSupply.class)
            .about("what becomes of supply whose store job has timed out")
            .source("statement 6 of invariants.md")
            .values(
                    StoreTimeoutSupply.KEEP_MATCHABLE, RECORDED,
                    StoreTimeoutSupply.KEEP_MATCHABLE, INFERRED,
                    StoreTimeoutSupply.REMOVE, CHOSEN);

    /** What a wait-mode cancel does with a running write. */
    public static final ChoiceRow<WaitCancel> WAIT_CANCEL = ROWS.choice("wait_cancel", WaitCancel.class)
            .transport()
            .about("what a wait-mode cancel does with a write that is still running")
            .source("protocol.md section 7.3; vLLM pull request 55181")
            .values(
                    WaitCancel.RELEASES_RUNNING, RECORDED,
                    WaitCancel.KEEPS_RUNNING, READ,
                    WaitCancel.KEEPS_RUNNING, CHOSEN);

    /** What happens when an abort cannot be drained in time. */
    public static final ChoiceRow<CancelDrainExpiry> CANCEL_DRAIN_EXPIRY = ROWS.choice(
                    "cancel_drain_expiry", CancelDrainExpiry.class)
            .about("what happens when the writes of an aborted round do not end in time")
            .source("statement 12 of invariants.md")
            .values(
                    CancelDrainExpiry.CANCEL_AND_ACKNOWLEDGE, RECORDED,
                    CancelDrainExpiry.CANCEL_AND_ACKNOWLEDGE, INFERRED,
                    CancelDrainExpiry.FAULT_SESSION, CHOSEN);

    /** How an id whose parked stores expired is treated. */
    public static final ChoiceRow<ReapedIds> REAPED_IDS = ROWS.choice("reaped_ids", ReapedIds.class)
            .about("how an id whose parked stores expired is treated")
            .source("vLLM pull request 53453")
            .values(
                    ReapedIds.FAILED_ID, RECORDED,
                    ReapedIds.REFUSED, RECORDED,
                    ReapedIds.REFUSED_UNLESS_PINNED, CHOSEN);

    /** Which blocks a producer's request offers. */
    public static final ChoiceRow<ProducerPolicy> PRODUCER_POLICY = ROWS.choice("producer_policy", ProducerPolicy.class)
            .about("which blocks a producer's request offers to the tier")
            .source("vLLM pull request 52912")
            .values(
                    ProducerPolicy.BLOCK_LEVEL, RECORDED,
                    ProducerPolicy.REQUEST_LEVEL, RECORDED,
                    ProducerPolicy.REQUEST_LEVEL, CHOSEN);

    /** Within what a round number is unique. */
    public static final ChoiceRow<RoundScope> ROUND_SCOPE = ROWS.choice("round_scope", RoundScope.class)
            .about("within what a round number is unique, and how PD supply finds its round")
            .source("vLLM pull request 56471, open")
            .values(RoundScope.PER_REQUEST, RECORDED, RoundScope.PER_REQUEST, INFERRED, RoundScope.PER_SESSION, CHOSEN);

    /** Whether a lookup's answer carries its round. */
    public static final ChoiceRow<LookupResponseRound> LOOKUP_RESPONSE_ROUND = ROWS.choice(
                    "lookup_response_round", LookupResponseRound.class)
            .about("whether a lookup's answer carries its round (kvdrill_round)")
            .source("statement 17 of invariants.md")
            .values(
                    LookupResponseRound.ABSENT, RECORDED,
                    LookupResponseRound.ABSENT, INFERRED,
                    LookupResponseRound.OPTIONAL, CHOSEN);

    /** Whether a process life has an epoch. */
    public static final ChoiceRow<Incarnation> INCARNATION = ROWS.choice("incarnation", Incarnation.class)
            .about("whether connect and connect_ack carry the sender's life (kvdrill_epoch)")
            .source("law I8")
            .values(Incarnation.ABSENT, RECORDED, Incarnation.ABSENT, INFERRED, Incarnation.OPTIONAL, CHOSEN);

    /** What becomes of a peer that reconnects in the sweep that sees its death. */
    public static final ChoiceRow<ReconnectInDeathSweep> RECONNECT_IN_DEATH_SWEEP = ROWS.choice(
                    "reconnect_in_death_sweep", ReconnectInDeathSweep.class)
            .about("what becomes of a peer that reconnects in the sweep that sees its old session's death")
            .source("statement 43 of invariants.md; vLLM pull request 49823")
            .values(
                    ReconnectInDeathSweep.CLOSED_AS_DUPLICATE, RECORDED,
                    ReconnectInDeathSweep.CLOSED_AS_DUPLICATE, RECORDED,
                    ReconnectInDeathSweep.REPLACES_DEAD_SESSION, CHOSEN);

    /** What a ROUTER does with a second connection of an identity. */
    public static final ChoiceRow<RouterHandover> ROUTER_HANDOVER = ROWS.choice("router_handover", RouterHandover.class)
            .transport()
            .about("what a ROUTER does with a second connection of an identity")
            .source("vLLM pull request 64060, open")
            .values(RouterHandover.OFF, READ, RouterHandover.OFF, INFERRED, RouterHandover.ON, CHOSEN);

    /** What a throwing write counts as. */
    public static final ChoiceRow<WriteException> WRITE_EXCEPTION = ROWS.choice("write_exception", WriteException.class)
            .about("what a write that throws counts as")
            .source("vLLM pull request 55181")
            .values(
                    WriteException.COUNTED_OR_ESCAPES, RECORDED,
                    WriteException.COUNTED_OR_ESCAPES, READ,
                    WriteException.COUNTS_AS_REFUSED, CHOSEN);

    /** What a fetch that names a key twice is. */
    public static final ChoiceRow<DuplicateKeysInFetch> DUPLICATE_KEYS_IN_FETCH = ROWS.choice(
                    "duplicate_keys_in_fetch", DuplicateKeysInFetch.class)
            .about("what a fetch that names a key twice comes to")
            .source("statement 10 of invariants.md")
            .values(
                    DuplicateKeysInFetch.COUNTED_TWICE, RECORDED,
                    DuplicateKeysInFetch.COUNTED_TWICE, INFERRED,
                    DuplicateKeysInFetch.PROTOCOL_VIOLATION, CHOSEN);

    /** What an element of a key list may be. */
    public static final ChoiceRow<KeyElements> KEY_ELEMENTS = ROWS.choice("key_elements", KeyElements.class)
            .about("what an element of a key list may be")
            .source("statement 32 of invariants.md")
            .values(KeyElements.COERCED, RECORDED, KeyElements.COERCED, INFERRED, KeyElements.BYTES_ONLY, CHOSEN);

    /** How integers of a peer are checked. */
    public static final ChoiceRow<IntegerChecks> INTEGER_CHECKS = ROWS.choice("integer_checks", IntegerChecks.class)
            .about("how integers that a peer sends are checked")
            .source("statement 32 of invariants.md")
            .values(IntegerChecks.SIGN_ONLY, RECORDED, IntegerChecks.SIGN_ONLY, INFERRED, IntegerChecks.RANGES, CHOSEN);

    /** What happens to a peer id or transfer parameter that cannot be parsed. */
    public static final ChoiceRow<PeerIdentity> PEER_IDENTITY = ROWS.choice("peer_identity", PeerIdentity.class)
            .about("what happens to a peer id or a transfer parameter that cannot be parsed, and to a dial to oneself")
            .source("laws I7 and I12")
            .values(
                    PeerIdentity.ERRORS_ESCAPE, READ,
                    PeerIdentity.ERRORS_ESCAPE, INFERRED,
                    PeerIdentity.REFUSED_WITH_REASON, CHOSEN);

    /** How long an id stays bound to the session that fetched it. */
    public static final ChoiceRow<Bindings> BINDINGS = ROWS.choice("bindings", Bindings.class)
            .about("how long an id stays bound to the session that fetched it")
            .source("statement 26 of invariants.md")
            .values(Bindings.KEPT, RECORDED, Bindings.KEPT_EXCEPT_REAPED, RECORDED, Bindings.BOUNDED, CHOSEN);

    /** How long an id stays marked failed. */
    public static final ChoiceRow<FailedIds> FAILED_IDS = ROWS.choice("failed_ids", FailedIds.class)
            .about("how long an id stays marked failed")
            .source("vLLM issue 64300")
            .values(
                    FailedIds.UNTIL_REQUEST_FINISHES, RECORDED,
                    FailedIds.UNTIL_REQUEST_FINISHES, RECORDED,
                    FailedIds.BOUNDED_BY_LIVE_REQUESTS, CHOSEN);

    /** What a drain waits for. */
    public static final ChoiceRow<Drain> DRAIN = ROWS.choice("drain", Drain.class)
            .about("what a drain waits for")
            .source("statement 45 of invariants.md")
            .values(Drain.IGNORES_PARKED, RECORDED, Drain.IGNORES_PARKED, READ, Drain.SETTLES_EVERYTHING, CHOSEN);

    /** What a control send does when the queue is full. */
    public static final ChoiceRow<ControlSend> CONTROL_SEND = ROWS.choice("control_send", ControlSend.class)
            .transport()
            .about("what a control send does at the high-water mark")
            .source("statement 44 of invariants.md")
            .values(ControlSend.BLOCKS, READ, ControlSend.BLOCKS, INFERRED, ControlSend.FULL_QUEUE_KILLS, CHOSEN);

    /** Which sides the end of a consumer that also produces finishes. */
    public static final ChoiceRow<FinishOfCombinedRequest> FINISH_OF_COMBINED_REQUEST = ROWS.choice(
                    "finish_of_combined_request", FinishOfCombinedRequest.class)
            .about("which sides are finished when a consumer that also produces ends")
            .source("protocol.md section 6.2")
            .values(
                    FinishOfCombinedRequest.CONSUMER_SIDE, RECORDED,
                    FinishOfCombinedRequest.CONSUMER_SIDE, READ,
                    FinishOfCombinedRequest.BOTH_SIDES, CHOSEN);

    /** Whether a producer's end is remembered until its id is bound, and a peer told of it that asks. */
    public static final ChoiceRow<FinishBeforeBind> FINISH_BEFORE_BIND = ROWS.choice(
                    "finish_before_bind", FinishBeforeBind.class)
            .about("whether a request's end is remembered until its id is bound, and answers what a peer looks up")
            .source("statement 49 of invariants.md; vLLM issue 52808")
            .values(
                    FinishBeforeBind.FORGOTTEN, RECORDED,
                    FinishBeforeBind.FORGOTTEN, RECORDED,
                    FinishBeforeBind.REMEMBERED, CHOSEN);

    /** What a failed send does. */
    public static final ChoiceRow<SendFailure> SEND_FAILURE = ROWS.choice("send_failure", SendFailure.class)
            .about("what a failed send or dial does")
            .source("statement 32 of invariants.md; vLLM pull request 51504 for the guarded dial")
            .values(
                    SendFailure.DEPENDS_ON_MESSAGE, RECORDED,
                    SendFailure.DEPENDS_DIAL_GUARDED, RECORDED,
                    SendFailure.KILLS_CONNECTION, CHOSEN);

    /** What becomes of a fetch that names a key which was not confirmed. */
    public static final ChoiceRow<UnconfirmedKeyInFetch> UNCONFIRMED_KEY_IN_FETCH = ROWS.choice(
                    "unconfirmed_key_in_fetch", UnconfirmedKeyInFetch.class)
            .about("what becomes of a probed request's load that names a key which was not confirmed")
            .source("statement 18 of invariants.md")
            .values(
                    UnconfirmedKeyInFetch.ASSERTION_AFTER_SEND, RECORDED,
                    UnconfirmedKeyInFetch.ASSERTION_AFTER_SEND, INFERRED,
                    UnconfirmedKeyInFetch.REFUSED_BEFORE_SEND, CHOSEN);

    /** What a fetch of a round is whose abort still drains. */
    public static final ChoiceRow<RefetchWhileAborting> REFETCH_WHILE_ABORTING = ROWS.choice(
                    "refetch_while_aborting", RefetchWhileAborting.class)
            .about("what becomes of a fetch of a round whose abort still drains")
            .source("statement 46 of invariants.md")
            .values(
                    RefetchWhileAborting.WITHDRAWN_BY_ABORT, RECORDED,
                    RefetchWhileAborting.WITHDRAWN_BY_ABORT, INFERRED,
                    RefetchWhileAborting.NEW_LIFE, CHOSEN);

    /** What a symmetric fetch that overtakes its pins is. */
    public static final ChoiceRow<EarlySymmetricFetch> EARLY_SYMMETRIC_FETCH = ROWS.choice(
                    "early_symmetric_fetch", EarlySymmetricFetch.class)
            .about("what becomes of a symmetric fetch that is dispatched before its pins exist")
            .source("statement 10 of invariants.md")
            .values(
                    EarlySymmetricFetch.PARKS, RECORDED,
                    EarlySymmetricFetch.PARKS, INFERRED,
                    EarlySymmetricFetch.JUDGED_IN_SERVE_WINDOW, CHOSEN);

    /** What a role message is that precedes its sender's connect. */
    public static final ChoiceRow<RoleBeforeConnect> ROLE_BEFORE_CONNECT = ROWS.choice(
                    "role_before_connect", RoleBeforeConnect.class)
            .about("what becomes of a role message that precedes its sender's connect")
            .source("promise 5 of profiles.md")
            .values(
                    RoleBeforeConnect.DISPATCHED, RECORDED,
                    RoleBeforeConnect.DISPATCHED, INFERRED,
                    RoleBeforeConnect.DROPPED, CHOSEN);

    /** Whether store deadlines or completions come first in a sweep. */
    public static final ChoiceRow<StoreDeadlineOrder> STORE_DEADLINE_ORDER = ROWS.choice(
                    "store_deadline_order", StoreDeadlineOrder.class)
            .about("whether store deadlines or completions come first in a sweep")
            .source("case D16")
            .values(
                    StoreDeadlineOrder.BEFORE_COMPLETIONS, RECORDED,
                    StoreDeadlineOrder.BEFORE_COMPLETIONS, INFERRED,
                    StoreDeadlineOrder.AFTER_COMPLETIONS, CHOSEN);

    /** What a terminal fetch does with a round whose write runs. */
    public static final ChoiceRow<TerminalFetchDuringWrite> TERMINAL_FETCH_DURING_WRITE = ROWS.choice(
                    "terminal_fetch_during_write", TerminalFetchDuringWrite.class)
            .about("what a terminal fetch does with a round whose write still runs")
            .source("statements 5 and 9 of invariants.md")
            .values(
                    TerminalFetchDuringWrite.SETTLES_AT_ONCE, RECORDED,
                    TerminalFetchDuringWrite.SETTLES_AT_ONCE, INFERRED,
                    TerminalFetchDuringWrite.WAITS_FOR_QUIESCENCE, CHOSEN);

    /** What a failed write does with the other writes of its round. */
    public static final ChoiceRow<SiblingFailure> SIBLING_FAILURE = ROWS.choice("sibling_failure", SiblingFailure.class)
            .about("what a failed write does with the other writes of its round")
            .source("statements 4 and 12 of invariants.md")
            .values(
                    SiblingFailure.CANCEL_AND_ANSWER, RECORDED,
                    SiblingFailure.CANCEL_AND_ANSWER, INFERRED,
                    SiblingFailure.ANSWER_WHEN_TERMINAL, CHOSEN);

    /** What an acknowledgement does before its sender's connect. */
    public static final ChoiceRow<AckBeforeConnect> ACK_BEFORE_CONNECT = ROWS.choice(
                    "ack_before_connect", AckBeforeConnect.class)
            .about("what an acknowledgement does that precedes its sender's connect")
            .source("statement 31 of invariants.md")
            .values(
                    AckBeforeConnect.MAKES_READY, RECORDED,
                    AckBeforeConnect.MAKES_READY, INFERRED,
                    AckBeforeConnect.IGNORED, CHOSEN);

    /** What makes a session idle. */
    public static final ChoiceRow<IdleMeans> IDLE_MEANS = ROWS.choice("idle_means", IdleMeans.class)
            .about("what a session must not have to count as idle")
            .source("case D8")
            .values(
                    IdleMeans.NO_LOAD_OR_TRANSFER, RECORDED,
                    IdleMeans.NO_LOAD_OR_TRANSFER, RECORDED,
                    IdleMeans.NO_WORK_AT_ALL, CHOSEN);

    /** All rows, timeouts and limits first. */
    public static List<Row<?>> all() {
        return ROWS.all();
    }

    /** The row of this name, or the one that vLLM calls so. */
    public static Optional<Row<?>> named(String name) {
        return ROWS.all().stream()
                .filter(row -> row.name().equals(name) || row.aliases().contains(name))
                .findFirst();
    }
}
