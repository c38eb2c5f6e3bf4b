package io.kvdrill.core.protocol;

/**
 * A frame is not one msgpack value, or is larger or deeper than allowed. The receiver drops it; the sender stays
 * connected (protocol.md section 2). Retrying the same bytes cannot help.
 */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    MalformedFrameException(long offset, String reason) {
        super("byte " + offset + ": " + reason);
        this.offset = offset;
    }

    /** Where decoding stopped: the number of bytes read before the fault was found. */
    public long offset() {
        return offset;
    }
}
