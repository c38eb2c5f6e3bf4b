package io.kvdrill.scenarios.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Writes messages without ever holding the caller up for long: a small one at once, as a pipe whose reader has answered
 * everything has room for it, and a large one from a thread, because a process that has stopped reading would hold its
 * writer up for ever.
 */
final class MessageSink {
    private static final byte[] END = {};
    private static final int SMALL = 4096; // what every pipe takes whole

    private final OutputStream out;
    private final BlockingQueue<byte[]> large = new LinkedBlockingQueue<>();

    MessageSink(OutputStream out) {
        this.out = out;
    }

    /**
     * Hands a message over; not empty.
     *
     * @param answered whether the process has answered everything before, and so has read it
     */
    void write(byte[] message, boolean answered) {
        if (!answered || message.length > SMALL) {
            large.add(message);
            return;
        }
        try {
            out.write(message);
            out.flush();
        } catch (IOException e) {
            // The process has gone. What it says, or does not say, on its output tells more.
        }
    }

    /** Closes the stream once everything before has been written. */
    void end() {
        large.add(END);
    }

    /** Writes what is large until the end; meant for a thread of its own. */
    void pump() {
        try (out) {
            for (byte[] message = large.take(); message.length > 0; message = large.take()) {
                out.write(message);
                out.flush();
            }
        } catch (IOException e) {
            // As above.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
