package io.kvdrill.scenarios.conform.subject;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes lines from a thread of its own, because a process that has stopped reading would hold the writer up for ever. */
final class LineSink {
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** Hands a line over; not empty. */
    void write(String line) {
        lines.add(line);
    }

    /** Closes the stream once everything before has been written. */
    void end() {
        lines.add(END);
    }

    /** Writes until the end; meant for a thread of its own. */
    void pump(OutputStream out) {
        try (out) {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // The process has gone or stopped reading. What it says, or does not say, on its output tells more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
