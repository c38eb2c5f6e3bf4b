package io.kvdrill.core.transport;

/** The text form of IPv4 addresses: four decimal numbers, none with a leading zero. */
final class Ipv4 {
    private static final int PARTS = 4;
    private static final int LONGEST = 3;

    private Ipv4() {}

    /** The 32 bits of an address, or -1 if the text is none. */
    static long bits(String text) {
        long bits = 0;
        int from = 0;
        for (int i = 1; i <= PARTS; i++) {
            int dot = text.indexOf('.', from);
            if (i == PARTS == dot >= 0) {
                return -1;
            }
            int part = part(text, from, dot < 0 ? text.length() : dot);
            if (part < 0) {
                return -1;
            }
            bits = (bits << 8) | part;
            from = dot + 1;
        }
        return bits;
    }

    private static int part(String text, int from, int to) {
        boolean leadingZero = to - from > 1 && text.charAt(from) == '0';
        if (from == to || to - from > LONGEST || leadingZero) {
            return -1;
        }
        int number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = 10 * number + (c - '0');
        }
        return number > 0xff ? -1 : number;
    }

    static String text(long bits) {
        return (bits >> 24) + "." + ((bits >> 16) & 0xff) + "." + ((bits >> 8) & 0xff) + "." + (bits & 0xff);
    }
}
