package io.kvdrill.core.transport;

/** The text form of IPv4 addresses: four decimal numbers, none with a leading zero. */
final class Ipv4 {
    private Ipv4() {}

    /** The 32 bits of an address, or -1 if the text is none. */
    static long bits(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return -1;
        }
        long bits = 0;
        for (String part : parts) {
            boolean decimal = part.matches("0|[1-9][0-9]{0,2}");
            if (!decimal || Integer.parseInt(part) > 255) {
                return -1;
            }
            bits = (bits << 8) | Integer.parseInt(part);
        }
        return bits;
    }

    static String text(long bits) {
        return (bits >> 24) + "." + ((bits >> 16) & 0xff) + "." + ((bits >> 8) & 0xff) + "." + (bits & 0xff);
    }
}
