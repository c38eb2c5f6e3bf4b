package io.kvdrill.core.protocol;

/**
 * The msgpack form of messages. Field order and the width of integers are those of vLLM's encoder, byte for byte;
 * optional fields come last, and only when they are set.
 *
 * <p><b>Caveat.</b> A Java string may hold half a surrogate pair, which UTF-8 cannot express: such text cannot be sent,
 * and the methods that encode refuse it.
 */
public final class MessageCodec {
    /** How deep lists and maps may nest in a frame; the messages themselves need two levels. */
    public static final int MAX_DEPTH = 512;

    private MessageCodec() {}

    /**
     * The bytes of a message, of which there are {@link #encodedBytes}.
     *
     * @throws IllegalArgumentException if text in the message is no valid Unicode
     */
    public static byte[] encode(Message message) {
        return FrameWriter.write(message);
    }

    /**
     * The bytes of any value; integers in the shortest form.
     *
     * @throws IllegalArgumentException if an integer needs more than 64 bits, text is no valid Unicode, or lists and
     *     maps nest deeper than {@link #MAX_DEPTH}
     */
    public static byte[] encode(WireValue value) {
        return FrameWriter.write(value);
    }

    /**
     * The value that a frame holds. Memory used stays within a small multiple of the frame's length, whatever lengths
     * the frame claims.
     *
     * @param frame one frame as it arrived; not kept
     * @param maxBytes the largest frame to accept
     * @throws MalformedFrameException if the frame is larger, is not exactly one value, holds text that is not UTF-8, or
     *     nests deeper than {@link #MAX_DEPTH}
     */
    public static WireValue decode(byte[] frame, int maxBytes) {
        if (frame.length > maxBytes) {
            throw new MalformedFrameException(
                    0, "frame of " + frame.length + " bytes; at most " + maxBytes + " are accepted");
        }
        return FrameReader.read(frame);
    }

    /**
     * The length of {@link #encode(Message)}, found without encoding. Halves of surrogate pairs count as three bytes.
     *
     * @throws ArithmeticException if it exceeds 2<sup>31</sup>−1
     */
    public static int encodedBytes(Message message) {
        return FrameSize.of(message);
    }

    /** The message as a value, as it would be decoded from {@link #encode(Message)}. */
    public static WireValue.Mapping toWire(Message message) {
        return WireForm.of(message);
    }
}
