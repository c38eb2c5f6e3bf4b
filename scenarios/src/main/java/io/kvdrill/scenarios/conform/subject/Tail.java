package io.kvdrill.scenarios.conform.subject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the end of what a process writes to its standard error. Written by one thread and read by another. */
final class Tail {
    private static final int CAPACITY = 4096;

    private final byte[] ring = new byte[CAPACITY];
    private long written;

    /** Reads to the end of the stream. */
    void drain(InputStream in) {
        byte[] buffer = new byte[1024];
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                append(buffer, n);
            }
        } catch (IOException e) {
            // The stream was closed under the reader, as happens when a process ends. What came before it counts.
        }
    }

    private synchronized void append(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) (written % CAPACITY)] = bytes[i];
            written++;
        }
    }

    /** The last few kilobytes as text, from the start of a line where that is possible. */
    synchronized String text() {
        int length = (int) Math.min(written, CAPACITY);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(int) ((written - length + i) % CAPACITY)];
        }
        String text = new String(bytes, StandardCharsets.UTF_8).strip();
        int line = text.indexOf('\n');
        return written > CAPACITY && line >= 0 ? "…" + text.substring(line) : text;
    }
}
