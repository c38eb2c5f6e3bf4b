package io.kvdrill.core.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The compatibility fingerprint (protocol.md section 1): the first 16 hexadecimal digits of the SHA-256 over an engine's
 * run configuration as canonical JSON. Two engines whose fingerprints differ do not connect; an empty one is compatible
 * with every other.
 */
public final class Fingerprints {
    private static final int DIGITS = 16;

    private Fingerprints() {}

    /**
     * The fingerprint of a run configuration; empty for none or an empty one.
     *
     * @param runConfig JSON-like: text, integers, booleans, null, lists, and maps with text keys
     * @throws IllegalArgumentException if a value is of another kind
     */
    public static String of(@Nullable Map<String, ?> runConfig) {
        return runConfig == null || runConfig.isEmpty() ? "" : sha256(runConfig).substring(0, DIGITS);
    }

    /**
     * All 64 digits of the digest that the fingerprint is the beginning of.
     *
     * @throws IllegalArgumentException if a value is not JSON-like, as above
     */
    public static String sha256(Map<String, ?> runConfig) {
        byte[] json = CanonicalJson.of(runConfig).getBytes(StandardCharsets.US_ASCII);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
