package io.kvdrill.scenarios.conform.vector;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Bytes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a vector's tier (FORMAT.md section 3): the defaults with what the vector overrides.
 *
 * <p>A setting that a vector does not name leaves the profile's row alone.
 */
public final class VectorConfig {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ObjectNode overrides;
    private final ObjectNode all;

    /** With these overrides, which must have been checked. */
    VectorConfig(ObjectNode overrides) {
        this.overrides = overrides;
        this.all = defaults();
        overrides.properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
    }

    /**
     * The defaults with these overrides.
     *
     * @param overrides settings of FORMAT.md section 3, of the types that they have there
     */
    public static VectorConfig with(ObjectNode overrides) {
        return new VectorConfig(overrides.deepCopy());
    }

    /** What differs from the defaults. A copy; the caller owns it. */
    public ObjectNode overrides() {
        return overrides.deepCopy();
    }

    /** The defaults, with {@code h0:1} as own id, as every vector sets it. */
    public static VectorConfig standard() {
        return new VectorConfig(JsonNodeFactory.instance.objectNode().put("local", "h0:1"));
    }

    static ObjectNode defaults() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("local", "10.0.0.1:5710")
                .put("block_len", 4096)
                .put("num_blocks", 1024)
                .put("base_addr", 139_637_976_727_552L)
                .put("hash_seed", "vllm-none-hash")
                .put("fingerprint", "0123456789abcdef")
                .put("agent_metadata", "6d657461")
                .put("unbound_store_timeout_ms", 60_000)
                .put("max_peers", 128)
                .put("idle_timeout_ms", 300_000)
                .put("idle_headroom", 16)
                .put("reaped_retention_ms", 60_000)
                .put("wait_cancel", "release");
    }

    /** Own id, {@code host:port}. */
    public String local() {
        return text("local");
    }

    /** Bytes per block. */
    public long blockBytes() {
        return number("block_len");
    }

    /** Blocks in the own region. */
    public long blockCount() {
        return number("num_blocks");
    }

    /** Address of the own region. */
    public long baseAddress() {
        return number("base_addr");
    }

    /** Own hash seed. */
    public String hashSeed() {
        return text("hash_seed");
    }

    /** Own fingerprint; may be empty. */
    public String fingerprint() {
        return text("fingerprint");
    }

    /** Own data-plane metadata. */
    public Bytes agentMetadata() {
        return Bytes.ofHex(text("agent_metadata"));
    }

    /** Whether a wait-mode cancel leaves running writes in flight. */
    public boolean waitCancelKeeps() {
        return text("wait_cancel").equals("keep");
    }

    /** A profile with the rows that the vector sets. */
    public Profile applyTo(Profile profile) {
        Profile applied = profile;
        applied = time(applied, Rows.UNBOUND_STORE_TIMEOUT, "unbound_store_timeout_ms");
        applied = time(applied, Rows.REAPED_ID_RETENTION, "reaped_retention_ms");
        applied = time(applied, Rows.IDLE_TIMEOUT, "idle_timeout_ms");
        applied = amount(applied, Rows.MAX_PEERS, "max_peers");
        return amount(applied, Rows.IDLE_REAP_HEADROOM, "idle_headroom");
    }

    /** Every setting by name, defaults included. A copy; the caller owns it. */
    public ObjectNode toJson() {
        return all.deepCopy();
    }

    private Profile time(Profile profile, Row<Long> row, String name) {
        JsonNode millis = overrides.get(name);
        if (millis == null) {
            return profile;
        }
        boolean disabled = row == Rows.IDLE_TIMEOUT && millis.longValue() == 0;
        @Nullable Long value = disabled ? null : Long.valueOf(millis.longValue() * NANOS_PER_MILLI);
        return profile.with(row, value);
    }

    private Profile amount(Profile profile, Row<Long> row, String name) {
        JsonNode value = overrides.get(name);
        return value == null ? profile : profile.with(row, Long.valueOf(value.longValue()));
    }

    private String text(String name) {
        return all.required(name).stringValue();
    }

    private long number(String name) {
        return all.required(name).longValue();
    }
}
