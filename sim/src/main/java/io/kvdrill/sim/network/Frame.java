package io.kvdrill.sim.network;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one send puts on a link: a message, not encoded, or raw parts as a hostile client would send them. */
final class Frame {
    private static final int UNKNOWN = -1;

    final long number;
    final @Nullable Message message;
    final List<byte[]> parts;
    /** The trace entry that says that the frame was sent. */
    long sentEntry;
    /** The trace entry that says that the frame was delivered. */
    long deliveredEntry;

    private int bytes = UNKNOWN;

    private Frame(long number, @Nullable Message message, List<byte[]> parts) {
        this.number = number;
        this.message = message;
        this.parts = parts;
    }

    static Frame of(long number, Message message) {
        return new Frame(number, message, List.of());
    }

    static Frame raw(long number, List<byte[]> parts) {
        return new Frame(number, null, parts);
    }

    /** Length on the wire. */
    int bytes() {
        if (bytes == UNKNOWN) {
            bytes = message != null
                    ? MessageCodec.encodedBytes(message)
                    : parts.stream().mapToInt(part -> part.length).sum();
        }
        return bytes;
    }

    /** What a trace calls it. */
    String what() {
        return message != null ? message.type().wireName() : "raw";
    }
}
