package io.kvdrill.transports.zmq;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A TCP connection that says what ZeroMQ would, and then whatever a test wants. */
final class ZmtpClient implements AutoCloseable {
    private final Socket socket;

    ZmtpClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The greeting of ZMTP 3.0 with the NULL mechanism. */
    static byte[] greeting() {
        ByteBuffer greeting = ByteBuffer.allocate(64);
        greeting.put((byte) 0xFF).putLong(1).put((byte) 0x7F).put((byte) 3).put((byte) 0);
        greeting.put("NULL".getBytes(StandardCharsets.US_ASCII));
        return greeting.array();
    }

    /** The command that ends the handshake. */
    static byte[] ready(String identity) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        put(body, 1, "READY");
        property(body, "Socket-Type", "DEALER");
        property(body, "Identity", identity);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(4);
        frame.write(body.size());
        frame.writeBytes(body.toByteArray());
        return frame.toByteArray();
    }

    private static void property(ByteArrayOutputStream out, String name, String value) {
        put(out, 1, name);
        put(out, 4, value);
    }

    private static void put(ByteArrayOutputStream out, int lengthBytes, String text) {
        for (int i = 1; i < lengthBytes; i++) {
            out.write(0);
        }
        out.write(text.length());
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The head of a frame that claims a length. */
    static byte[] head(int flags, long length) {
        return ByteBuffer.allocate(9).put((byte) flags).putLong(length).array();
    }

    /** Sends what the other side still takes. */
    ZmtpClient send(byte[]... chunks) {
        try {
            for (byte[] chunk : chunks) {
                socket.getOutputStream().write(chunk);
            }
            socket.getOutputStream().flush();
        } catch (IOException hungUp) {
            return this;
        }
        return this;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
