package io.kvdrill.scenarios.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the end of what a process writes to its standard error. Written by one thread and read by others. */
final class Tail {
    private static final int CAPACITY = 64 << 10;
    private static final int SHOWN = 4096;

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

    /** How many bytes have come so far. */
    synchronized long written() {
        return written;
    }

    /** The last few kilobytes as text, from the start of a line where that is possible. */
    String text() {
        return since(0, SHOWN);
    }

    /** What came after the first {@code mark} bytes, as far as it is kept. */
    String since(long mark) {
        return since(mark, CAPACITY);
    }

    private synchronized String since(long mark, int most) {
        int length = (int) Math.min(written - mark, most);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(int) ((written - length + i) % CAPACITY)];
        }
        String text = new String(bytes, StandardCharsets.UTF_8).strip();
        int line = text.indexOf('\n');
        return written - mark > most && line >= 0 ? "…" + text.substring(line) : text;
    }
}
