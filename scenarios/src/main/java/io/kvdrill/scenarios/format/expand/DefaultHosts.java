package io.kvdrill.scenarios.format.expand;

/** Addresses of peers for which none is written. */
public final class DefaultHosts {
    private DefaultHosts() {}

    /** {@code 10.0.0.N} for the Nth peer of a file; {@code position} counts from 0. */
    public static String of(int position) {
        int number = position + 1;
        return "10." + (number >> 16) + "." + (number >> 8 & 0xFF) + "." + (number & 0xFF);
    }
}
