package io.kvdrill.scenarios.conform.subject;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lines of a stream, read by a thread of their own so that waiting for one can end. */
final class LinePipe {
    private static final int MAX_LINE_BYTES = 16 << 20; // 16 MiB

    /** What came: a line, or, once, the reason why none will come any more. */
    record Line(@Nullable String text, String end) {}

    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>(4);

    /** Reads to the end; meant for a thread of its own. */
    void pump(InputStream in) {
        try (InputStream buffered = new BufferedInputStream(in)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = buffered.read(); b >= 0; b = buffered.read()) {
                if (b == '\n') {
                    lines.put(new Line(line.toString(StandardCharsets.UTF_8), ""));
                    line.reset();
                } else if (line.size() == MAX_LINE_BYTES) {
                    lines.put(new Line(null, "it wrote a line of more than " + MAX_LINE_BYTES + " bytes"));
                    return;
                } else {
                    line.write(b);
                }
            }
            lines.put(new Line(null, line.size() == 0 ? "it closed its output" : "it ended in the middle of a line"));
        } catch (IOException e) {
            end("reading its output failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(String reason) {
        try {
            lines.put(new Line(null, reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next line or end, or null if none came in time. */
    @Nullable Line next(long timeoutMillis) throws InterruptedException {
        return lines.poll(timeoutMillis, TimeUnit.MILLISECONDS);
    }
}
