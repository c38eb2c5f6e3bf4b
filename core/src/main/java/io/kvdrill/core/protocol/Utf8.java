package io.kvdrill.core.protocol;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text to and from UTF-8 without replacing what does not fit. */
final class Utf8 {
    /** What the JDK puts in place of malformed bytes. */
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Refuses halves of surrogate pairs. */
    static byte[] encode(String text) {
        return hasSurrogates(text) ? strictly(text) : text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean hasSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static byte[] strictly(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "text with half a surrogate pair cannot be sent: it has no UTF-8 form; expected valid Unicode", e);
        }
    }

    /** Refuses what is no UTF-8. */
    static String decode(byte[] bytes) throws CharacterCodingException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictly(bytes);
    }

    /** Tells a replacement of something malformed from one that was sent. */
    private static String strictly(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    /** The number of bytes that the text takes; three for half a surrogate pair. */
    static long size(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                bytes += 2;
                if (pair) {
                    i++;
                }
            } else if (c >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }
}
