package io.kvdrill.core.protocol;

/** The names of message fields on the wire. */
final class Field {
    static final String TYPE = "type";
    static final String PEER_ID = "peer_id";
    static final String AGENT_METADATA = "agent_metadata";
    static final String BASE_ADDR = "base_addr";
    static final String NUM_BLOCKS = "num_blocks";
    static final String BLOCK_LEN = "block_len";
    static final String CONFIG_FINGERPRINT = "config_fingerprint";
    static final String HASH_SEED = "hash_seed";
    static final String KVDRILL_EPOCH = "kvdrill_epoch";
    static final String KVDRILL_DOMAIN = "kvdrill_domain";
    static final String KV_REQUEST_ID = "kv_request_id";
    static final String KEYS = "keys";
    static final String BLOCK_INDEXES = "block_indexes";
    static final String ROUND_SEQ = "round_seq";
    static final String HITS = "hits";
    static final String KVDRILL_ROUND = "kvdrill_round";
    static final String SUCCESS = "success";

    private Field() {}
}
