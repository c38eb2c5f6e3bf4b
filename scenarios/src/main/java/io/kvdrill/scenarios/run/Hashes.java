package io.kvdrill.scenarios.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short names for long texts. */
final class Hashes {
    private static final int SHOWN_BYTES = 4;

    private Hashes() {}

    /** Eight hexadecimal digits that are the same for the same text on any machine. */
    static String abridged(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
