package io.kvdrill.scenarios.process;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Messages of a stream, lines or frames, read by a thread of their own so that waiting for one can end. */
final class MessagePipe {
    static final int MAX_BYTES = 16 << 20; // 16 MiB

    /** What came: a message, or, once, the reason why none will come any more. */
    static final class Received {
        private final byte @Nullable [] message;
        private final String end;

        Received(byte @Nullable [] message, String end) {
            this.message = message;
            this.end = end;
        }

        byte @Nullable [] message() {
            return message;
        }

        String end() {
            return end;
        }
    }

    private final BlockingQueue<Received> queue = new LinkedBlockingQueue<>(4);
    private volatile boolean frames;

    /** From the next message on, each is a frame behind its length. Called while nothing is on its way. */
    void expectFrames() {
        frames = true;
    }

    /** Reads to the end; meant for a thread of its own. */
    void pump(InputStream in) {
        try (DataInputStream data = new DataInputStream(new BufferedInputStream(in))) {
            for (int first = data.read(); first >= 0; first = data.read()) {
                // Which form it has is asked once a byte of it is there: the one before may have settled that.
                byte[] message = frames ? frame(first, data) : line(first, data);
                if (message == null) {
                    queue.put(new Received(null, "it wrote a message of more than " + MAX_BYTES + " bytes"));
                    return;
                }
                queue.put(new Received(message, ""));
            }
            queue.put(new Received(null, "it closed its output"));
        } catch (EOFException e) {
            end("it ended in the middle of a " + (frames ? "frame" : "line"));
        } catch (IOException e) {
            end("reading its output failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte @Nullable [] line(int first, InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = first; b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            if (line.size() == MAX_BYTES) {
                return null;
            }
            line.write(b);
        }
        return line.toByteArray();
    }

    private static byte @Nullable [] frame(int first, DataInputStream in) throws IOException {
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < 0 || length > MAX_BYTES) {
            return null;
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return frame;
    }

    private void end(String reason) {
        try {
            queue.put(new Received(null, reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next message or end, or null if none came in time. */
    @Nullable Received next(long timeoutMillis) throws InterruptedException {
        return queue.poll(timeoutMillis, TimeUnit.MILLISECONDS);
    }
}
