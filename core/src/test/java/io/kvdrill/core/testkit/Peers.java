package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message.AbortAck;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.LookupResponse;
import io.kvdrill.core.protocol.Message.TransferDone;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.RequestContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages as peers write them, and requests that name peers. */
public final class Peers {
    /** The fingerprint of everybody. */
    public static final String FINGERPRINT = "0123456789abcdef";

    /** The hash seed of everybody. */
    public static final String HASH_SEED = "vllm-none-hash";

    /** Blocks in a peer's region. */
    public static final long BLOCKS = 1_000_000;

    private Peers() {}

    // ---- messages ------------------------------------------------------------------------------------------------

    /** A compatible connect; without an epoch, as vLLM sends it. */
    public static Connect connect(String peer, @Nullable Long epoch) {
        return new Connect(
                peer, Bytes.ofHex("6d65"), 4096, BLOCKS, ScriptedData.BLOCK_BYTES, FINGERPRINT, HASH_SEED, epoch);
    }

    /** An acknowledgement of our connect. */
    public static ConnectAck ack(String peer, @Nullable Long epoch) {
        return new ConnectAck(peer, epoch);
    }

    /** A fetch into slots from {@code slot} on. */
    public static Fetch fetch(String request, long round, long slot, String... keys) {
        long[] slots = new long[keys.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot + i;
        }
        return new Fetch(request, Jobs.keys(keys), SlotList.of(slots), round);
    }

    /** A terminal fetch. */
    public static Fetch terminal(String request, long round) {
        return fetch(request, round, 0);
    }

    /** A lookup. */
    public static Lookup lookup(String request, long round, String... keys) {
        return new Lookup(request, Jobs.keys(keys), round);
    }

    /** An answer that every key is there, or none. */
    public static LookupResponse answer(String request, @Nullable Long round, boolean hit, String... keys) {
        return new LookupResponse(request, Jobs.keys(keys), Collections.nCopies(keys.length, hit), round);
    }

    /** The end of a round. */
    public static TransferDone done(String request, long round, boolean success) {
        return new TransferDone(request, success, round);
    }

    /** An abort. */
    public static AbortFetch abort(String request, long round) {
        return new AbortFetch(request, round);
    }

    /** An acknowledgement of an abort. */
    public static AbortAck aborted(String request, long round) {
        return new AbortAck(request, round);
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    /** A consumer that trusts its prefiller to have everything. */
    public static RequestContext pd(String id, String peer) {
        return request("pd-" + id, "remote_prefiller", id, peer);
    }

    /** A consumer that asks first. */
    public static RequestContext symmetric(String id, String peer) {
        return request("sym-" + id, "remote_kv_source", id, peer);
    }

    private static RequestContext request(String name, String role, String id, String peer) {
        return new RequestContext(name, Map.of(role, source(id, peer)));
    }

    private static Map<String, Object> source(String id, String peer) {
        int colon = peer.lastIndexOf(':');
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kv_request_id", id);
        fields.put("remote_host", peer.substring(0, colon));
        fields.put("remote_port", Integer.valueOf(peer.substring(colon + 1)));
        return fields;
    }

    /** A producer. */
    public static RequestContext producer(String id) {
        return new RequestContext("prod-" + id, Map.of("remote_decoder", Map.of("kv_request_id", id)));
    }

    /** A consumer of one id that produces another. */
    public static RequestContext combined(String sourceId, String peer, String destinationId) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("remote_kv_source", source(sourceId, peer));
        params.put("remote_decoder", Map.of("kv_request_id", destinationId));
        return new RequestContext("both-" + sourceId, params);
    }

    /** A request without transfer parameters, or with these, alternating name and value. */
    public static RequestContext plain(Object... params) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < params.length; i += 2) {
            map.put(String.valueOf(params[i]), params[i + 1]);
        }
        return new RequestContext("plain" + Arrays.toString(params), map);
    }
}
