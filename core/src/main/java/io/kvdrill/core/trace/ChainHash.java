package io.kvdrill.core.trace;

import java.nio.charset.StandardCharsets;

/**
 * A running 128-bit hash over a sequence of values, the same on every machine and JDK: two 64-bit lanes, each value mixed
 * into both by the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Every value is preceded by its kind and,
 * where it has one, its length, so that two different sequences are never spelled alike. Not for security.
 *
 * <p>What can be added is what a stored trace can hold: nothing, truth values, 64-bit integers, text, lists and maps. A
 * trace read back from a file therefore gives the hash that it was written with.
 */
public final class ChainHash {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long ODD = 0xD6E8FEB86659FD93L;

    private static final int ABSENT = 1;
    private static final int TRUTH = 2;
    private static final int INTEGER = 3;
    private static final int NARROW_TEXT = 4;
    private static final int WIDE_TEXT = 5;
    private static final int LIST = 6;
    private static final int MAP = 7;
    private static final int NAME = 8;

    /** Hexadecimal digits of a {@code long}. */
    private static final int DIGITS = 16;
    /** Hexadecimal digits of a hash. */
    public static final int HEX_DIGITS = 2 * DIGITS;

    private static final int NARROW_CHARS_PER_WORD = 8;
    private static final int WIDE_CHARS_PER_WORD = 4;

    private long a = GAMMA;
    private long b = ODD;

    /** Adds what every entry of a trace begins with; its kind and fields follow. */
    public void beginEntry(long sequence, long worldNanos, String peer, long cause) {
        add(sequence);
        add(worldNanos);
        add(peer);
        add(cause);
    }

    /** Adds "there is none". */
    public void addAbsent() {
        mixIn(ABSENT, 0);
    }

    /** Adds a truth value. */
    public void add(boolean value) {
        mixIn(TRUTH, value ? 1 : 0);
    }

    /** Adds an integer. Signed and unsigned ones with the same 64 bits are alike. */
    public void add(long value) {
        mixIn(INTEGER, value);
    }

    /** Adds text. */
    public void add(String text) {
        boolean narrow = narrow(text);
        int perWord = narrow ? NARROW_CHARS_PER_WORD : WIDE_CHARS_PER_WORD;
        int tag = narrow ? NARROW_TEXT : WIDE_TEXT;
        int bits = Long.SIZE / perWord;
        mixIn(tag, text.length());
        for (int from = 0; from < text.length(); from += perWord) {
            long word = 0;
            int to = Math.min(text.length(), from + perWord);
            for (int i = to - 1; i >= from; i--) {
                word = (word << bits) | text.charAt(i);
            }
            mixIn(tag, word);
        }
    }

    /** Adds the text that spells these bytes in lower-case hexadecimal digits, without making it. */
    public void addHex(byte[] bytes) {
        mixIn(NARROW_TEXT, 2L * bytes.length);
        int bytesPerWord = NARROW_CHARS_PER_WORD / 2;
        for (int from = 0; from < bytes.length; from += bytesPerWord) {
            int to = Math.min(bytes.length, from + bytesPerWord);
            long nibbles = 0;
            for (int i = to - 1; i >= from; i--) {
                nibbles = (nibbles << 16) | ((bytes[i] & 0xFL) << 8) | ((bytes[i] >> 4) & 0xFL);
            }
            // Each byte of the word holds one nibble. Those above 9 become letters: 39 lie between '9' and 'a'.
            long letters = ((nibbles + 0x0606_0606_0606_0606L) >>> 4) & 0x0101_0101_0101_0101L;
            long digits = nibbles + 0x3030_3030_3030_3030L + letters * 39;
            int unused = Long.SIZE - 16 * (to - from);
            mixIn(NARROW_TEXT, digits << unused >>> unused);
        }
    }

    /** Begins a list of {@code size} values, which follow. */
    public void beginList(int size) {
        mixIn(LIST, size);
    }

    /** Begins a map of {@code size} pairs, which follow: name, value, name, value. */
    public void beginMap(int size) {
        mixIn(MAP, size);
    }

    /** Adds a name of a pair, or of an entry's kind, given by its {@link #digest}. */
    public void addName(long digest) {
        mixIn(NAME, digest);
    }

    /** What stands for a name; computed once where the name is met often. */
    public static long digest(String name) {
        ChainHash hash = new ChainHash();
        hash.add(name);
        return hash.high();
    }

    /** The first 64 bits of the hash of what was added so far. */
    public long high() {
        return mix(a + Long.rotateLeft(b, 23));
    }

    /** The last 64 bits. */
    public long low() {
        return mix(b ^ Long.rotateLeft(a, 41));
    }

    /** The hash as 32 lower-case hexadecimal digits. */
    public String hex() {
        return hex(high(), low());
    }

    /** A hash kept as two {@code long}s, as 32 lower-case hexadecimal digits. */
    public static String hex(long high, long low) {
        byte[] text = new byte[HEX_DIGITS];
        spell(high, low, text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** As {@link #hex(long, long)}, into the first {@link #HEX_DIGITS} of these bytes, in ASCII. */
    public static void spell(long high, long low, byte[] text) {
        put(high, text, 0);
        put(low, text, DIGITS);
    }

    private static void put(long bits, byte[] text, int at) {
        for (int i = 0; i < DIGITS; i++) {
            int nibble = (int) (bits >>> (Long.SIZE - 4 - 4 * i)) & 0xF;
            text[at + i] = (byte) (nibble < 10 ? '0' + nibble : 'a' - 10 + nibble);
        }
    }

    private static boolean narrow(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    private void mixIn(int tag, long word) {
        a = mix((a ^ word) + GAMMA * (2 * tag + 1));
        b = Long.rotateLeft(b ^ a, 27) * ODD + word;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
