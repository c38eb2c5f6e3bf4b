package io.kvdrill.core.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the tier (protocol.md section 2). Records are immutable and well-formed: parallel lists have equal
 * lengths. Integers that the wire allows up to 2<sup>64</sup>−1 are {@code long}s read as unsigned.
 *
 * <p>{@code kvdrill_epoch}, {@code kvdrill_round} and {@code kvdrill_domain} are optional extensions that vLLM ignores
 * (profiles.md, {@code incarnation}, {@code lookup_response_round} and {@code failure_domain}); null means the field is
 * absent.
 */
public sealed interface Message extends Payload {

    /** The tag under {@code type} on the wire. */
    enum Type {
        /** {@link Connect}. */
        CONNECT("connect"),
        /** {@link ConnectAck}. */
        CONNECT_ACK("connect_ack"),
        /** {@link Disconnect}. */
        DISCONNECT("disconnect"),
        /** {@link Fetch}. */
        FETCH("fetch"),
        /** {@link Lookup}. */
        LOOKUP("lookup"),
        /** {@link LookupResponse}. */
        LOOKUP_RESPONSE("lookup_resp"),
        /** {@link TransferDone}. */
        TRANSFER_DONE("transfer_done"),
        /** {@link AbortFetch}. */
        ABORT_FETCH("abort_fetch"),
        /** {@link AbortAck}. */
        ABORT_ACK("abort_ack");

        private final String wireName;

        Type(String wireName) {
            this.wireName = wireName;
        }

        /** The tag as peers spell it. */
        public String wireName() {
            return wireName;
        }
    }

    /** Which message this is. */
    Type type();

    /** A message about one request, identified on the wire within its session. */
    sealed interface RequestMessage extends Message {
        /** The {@code kv_request_id}; may be empty. */
        String request();
    }

    /**
     * Announces the sender and its memory region. Sent once per connection, first.
     *
     * @param peerId the sender's own id; checked for its type, never compared with the transport identity
     * @param agentMetadata opaque data-plane metadata
     * @param baseAddress address of the first block
     * @param blockCount blocks in the region
     * @param blockBytes bytes per block
     * @param fingerprint compatibility fingerprint, empty when the sender has none; one that is not text stands here as
     *     text that equals no fingerprint
     * @param hashSeed the seed of the sender's block hashes
     * @param epoch the sender's incarnation, or null
     * @param domain the failure domain that the sender belongs to, or null
     */
    record Connect(
            String peerId,
            Bytes agentMetadata,
            long baseAddress,
            long blockCount,
            long blockBytes,
            String fingerprint,
            String hashSeed,
            @Nullable Long epoch,
            @OmittedWhenAbsent @Nullable String domain)
            implements Message {
        /** A connect of a peer that announces no failure domain. */
        public Connect(
                String peerId,
                Bytes agentMetadata,
                long baseAddress,
                long blockCount,
                long blockBytes,
                String fingerprint,
                String hashSeed,
                @Nullable Long epoch) {
            this(peerId, agentMetadata, baseAddress, blockCount, blockBytes, fingerprint, hashSeed, epoch, null);
        }

        @Override
        public Type type() {
            return Type.CONNECT;
        }
    }

    /**
     * The receiver of a connect has registered its sender.
     *
     * @param peerId the sender's own id
     * @param epoch the sender's incarnation, or null
     */
    record ConnectAck(String peerId, @Nullable Long epoch) implements Message {
        @Override
        public Type type() {
            return Type.CONNECT_ACK;
        }
    }

    /** The sender has given this connection up. */
    record Disconnect() implements Message {
        @Override
        public Type type() {
            return Type.DISCONNECT;
        }
    }

    /**
     * Consumer to producer: write these blocks into these slots of mine. Without keys it is <em>terminal</em>: the
     * consumer wants nothing more under this id.
     *
     * @param keys blocks wanted
     * @param blockIndexes destination slot of each key, in the consumer's region
     * @param round the round, unsigned
     */
    record Fetch(String request, List<BlockKey> keys, SlotList blockIndexes, long round) implements RequestMessage {
        /**
         * Keeps an immutable copy of {@code keys}.
         *
         * @throws IllegalArgumentException if the lists differ in length
         */
        public Fetch {
            keys = List.copyOf(keys);
            if (keys.size() != blockIndexes.size()) {
                throw new IllegalArgumentException(
                        "fetch with " + keys.size() + " keys and " + blockIndexes.size() + " block indexes");
            }
        }

        /** Whether the consumer wants nothing more under this id. */
        public boolean terminal() {
            return keys.isEmpty();
        }

        @Override
        public Type type() {
            return Type.FETCH;
        }
    }

    /**
     * Consumer to producer: which of these blocks do you have?
     *
     * @param round the round, unsigned
     */
    record Lookup(String request, List<BlockKey> keys, long round) implements RequestMessage {
        /** Keeps an immutable copy of {@code keys}. */
        public Lookup {
            keys = List.copyOf(keys);
        }

        @Override
        public Type type() {
            return Type.LOOKUP;
        }
    }

    /**
     * Producer to consumer: the answer to one lookup.
     *
     * @param keys the keys asked for
     * @param hits for each key, whether the producer has the block and holds it
     * @param round the round of the lookup, unsigned, or null: vLLM's answer carries none
     */
    record LookupResponse(
            String request,
            List<BlockKey> keys,
            List<Boolean> hits,
            @Nullable Long round) implements RequestMessage {
        /**
         * Keeps immutable copies of the lists.
         *
         * @throws IllegalArgumentException if the lists differ in length
         */
        public LookupResponse {
            keys = List.copyOf(keys);
            hits = List.copyOf(hits);
            if (keys.size() != hits.size()) {
                throw new IllegalArgumentException(
                        "lookup_resp with " + keys.size() + " keys and " + hits.size() + " hits");
            }
        }

        @Override
        public Type type() {
            return Type.LOOKUP_RESPONSE;
        }
    }

    /**
     * Producer to consumer: the round has ended.
     *
     * @param success whether every block asked for was written
     * @param round the round, unsigned
     */
    record TransferDone(String request, boolean success, long round) implements RequestMessage {
        @Override
        public Type type() {
            return Type.TRANSFER_DONE;
        }
    }

    /**
     * Consumer to producer: stop writing for this round.
     *
     * @param round the round, unsigned
     */
    record AbortFetch(String request, long round) implements RequestMessage {
        @Override
        public Type type() {
            return Type.ABORT_FETCH;
        }
    }

    /**
     * Producer to consumer: the round is aborted.
     *
     * @param round the round, unsigned
     */
    record AbortAck(String request, long round) implements RequestMessage {
        @Override
        public Type type() {
            return Type.ABORT_ACK;
        }
    }
}
