package io.kvdrill.scenarios.processes;

import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.WireValue;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** As much of ZMTP 3 (rfc.zeromq.org/spec/23) as it takes to see messages pass. */
final class Zmtp {
    /** What a connection begins with, in both directions. */
    static final int GREETING_BYTES = 64;

    private static final int LONG = 2;
    private static final int COMMAND = 4;
    private static final int MOST_BYTES = 1 << 28;

    private Zmtp() {}

    /** One frame: flags as they are on the wire, and a body, which belongs to the frame. */
    static final class Frame {
        private final int flags;
        private final byte[] body;

        Frame(int flags, byte[] body) {
            this.flags = flags;
            this.body = body;
        }

        boolean command() {
            return (flags & COMMAND) != 0;
        }

        /** The identity that a handshake announces; null for any other frame. */
        @Nullable String identity() {
            if (!command() || !begins("READY")) {
                return null;
            }
            ByteBuffer rest = ByteBuffer.wrap(body, 6, body.length - 6);
            while (rest.remaining() > 0) {
                byte[] name = new byte[rest.get()];
                rest.get(name);
                byte[] value = new byte[rest.getInt()];
                rest.get(value);
                if (new String(name, StandardCharsets.US_ASCII).equalsIgnoreCase("Identity")) {
                    return new String(value, StandardCharsets.UTF_8);
                }
            }
            return null;
        }

        private boolean begins(String name) {
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            return body.length > bytes.length
                    && body[0] == bytes.length
                    && new String(body, 1, bytes.length, StandardCharsets.US_ASCII).equals(name);
        }

        /** A text field of the message that it holds; null where it holds none. */
        @Nullable String field(String name) {
            if (command()) {
                return null;
            }
            try {
                return MessageCodec.decode(body, MOST_BYTES) instanceof WireValue.Mapping map
                                && map.get(name) instanceof WireValue.Text text
                        ? text.value()
                        : null;
            } catch (MalformedFrameException garbage) {
                return null;
            }
        }

        void write(OutputStream out) throws IOException {
            byte[] bytes;
            if (body.length > 255) {
                bytes = ByteBuffer.allocate(9 + body.length)
                        .put((byte) (flags | LONG))
                        .putLong(body.length)
                        .put(body)
                        .array();
            } else {
                bytes = ByteBuffer.allocate(2 + body.length)
                        .put((byte) (flags & ~LONG))
                        .put((byte) body.length)
                        .put(body)
                        .array();
            }
            out.write(bytes);
            out.flush();
        }
    }

    /**
     * The next frame.
     *
     * @throws EOFException at the end
     */
    static Frame read(DataInputStream in) throws IOException {
        int flags = in.readUnsignedByte();
        long length = (flags & LONG) != 0 ? in.readLong() : in.readUnsignedByte();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] body = new byte[(int) length];
        in.readFully(body);
        return new Frame(flags, body);
    }

    /** A message of one part. */
    static Frame message(byte[] body) {
        return new Frame(0, body);
    }

    /** What a client without security begins with. */
    static byte[] greeting() {
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES);
        greeting.put((byte) 0xFF).position(9).put((byte) 0x7F).put((byte) 3).put((byte) 0);
        greeting.put("NULL".getBytes(StandardCharsets.US_ASCII));
        return greeting.array();
    }

    /** The handshake of a DEALER. */
    static Frame ready(byte[] identity) {
        ByteBuffer body = ByteBuffer.allocate(64 + identity.length);
        put(body, "READY");
        put(body, "Socket-Type");
        body.putInt(6).put("DEALER".getBytes(StandardCharsets.US_ASCII));
        put(body, "Identity");
        body.putInt(identity.length).put(identity);
        byte[] bytes = new byte[body.position()];
        body.flip().get(bytes);
        return new Frame(COMMAND, bytes);
    }

    private static void put(ByteBuffer body, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        body.put((byte) bytes.length).put(bytes);
    }
}
