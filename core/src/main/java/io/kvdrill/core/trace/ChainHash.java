package io.kvdrill.core.trace;

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
    private static final int TEXT = 4;
    private static final int LIST = 5;
    private static final int MAP = 6;

    private static final int CHARS_PER_WORD = 4;

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
        mixIn(ABSENT);
    }

    /** Adds a truth value. */
    public void add(boolean value) {
        mixIn(TRUTH);
        mixIn(value ? 1 : 0);
    }

    /** Adds an integer. Signed and unsigned ones with the same 64 bits are alike. */
    public void add(long value) {
        mixIn(INTEGER);
        mixIn(value);
    }

    /** Adds text. */
    public void add(String text) {
        int length = text.length();
        mixIn(TEXT | ((long) length << Byte.SIZE));
        int i = 0;
        for (; i + CHARS_PER_WORD <= length; i += CHARS_PER_WORD) {
            mixIn(text.charAt(i)
                    | ((long) text.charAt(i + 1) << 16)
                    | ((long) text.charAt(i + 2) << 32)
                    | ((long) text.charAt(i + 3) << 48));
        }
        for (; i < length; i++) {
            mixIn(text.charAt(i));
        }
    }

    /** Begins a list of {@code size} values, which follow. */
    public void beginList(int size) {
        mixIn(LIST | ((long) size << Byte.SIZE));
    }

    /** Begins a map of {@code size} pairs, which follow: name, value, name, value. */
    public void beginMap(int size) {
        mixIn(MAP | ((long) size << Byte.SIZE));
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
        StringBuilder text = new StringBuilder(32);
        append(text, high);
        append(text, low);
        return text.toString();
    }

    private static void append(StringBuilder text, long bits) {
        for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
            text.append(Character.forDigit((int) (bits >>> shift) & 0xF, 16));
        }
    }

    private void mixIn(long word) {
        a = mix((a ^ word) + GAMMA);
        b = Long.rotateLeft(b ^ a, 27) * ODD + word;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
