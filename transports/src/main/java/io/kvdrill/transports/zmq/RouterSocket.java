package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.transports.TransportUnavailableException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.Msg;

/** The ROUTER that peers connect to. */
final class RouterSocket {

    /** Receives what arrived. */
    interface Sink {
        /** One message of one part, and the link that it came on. */
        void onFrame(byte[] identity, byte[] frame, String link);

        /** A message of another number of parts. */
        void onMalformed(byte[] identity, String reason);
    }

    private final Sockets sockets;
    private final ZMQ.Socket socket;
    private final InboundLinks links;
    private final int port;

    private RouterSocket(Sockets sockets, ZMQ.Socket socket, InboundLinks links, int port) {
        this.sockets = sockets;
        this.socket = socket;
        this.links = links;
        this.port = port;
    }

    /**
     * Starts listening.
     *
     * @throws TransportUnavailableException if that is not possible there
     */
    static RouterSocket bind(Sockets sockets, ZmqConfig config) {
        String host = config.bindHost().isEmpty() ? config.host() : config.bindHost();
        int wanted = config.bindPort() == 0 ? config.port() : config.bindPort();
        InetAddress address = local(host);
        ZMQ.Socket socket = sockets.router();
        // JeroMQ's own accept filter compares the address that it listens at.
        InboundLinks links = new InboundLinks(config.allowed());
        socket.setEventHook(links, ZMQ.EVENT_ACCEPTED | ZMQ.EVENT_DISCONNECTED);
        try {
            socket.bind(Sockets.endpoint(address, wanted));
        } catch (ZMQException failure) {
            sockets.close(socket, 0);
            throw new TransportUnavailableException(
                    "cannot listen at " + host + ":" + wanted + ": " + advice(address), failure);
        }
        String endpoint = socket.getLastEndpoint();
        int port = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
        return new RouterSocket(sockets, socket, links, port);
    }

    /** JeroMQ gives the same code for every reason. */
    private static String advice(InetAddress address) {
        boolean local;
        try {
            local = address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unknown) {
            local = true;
        }
        return local
                ? "the port is in use, or not ours to use; choose another port, or end what listens there"
                : "no address of this machine; set the host to one of its addresses";
    }

    /** Where to listen. {@code localhost} is taken as 127.0.0.1, whatever else a name server may say. */
    private static InetAddress local(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            return InetAddress.getAllByName(bare.equalsIgnoreCase("localhost") ? "127.0.0.1" : bare)[0];
        } catch (UnknownHostException unknown) {
            throw new TransportUnavailableException(
                    "cannot listen at " + host + ": no such host; use an address of this machine", unknown);
        }
    }

    int port() {
        return port;
    }

    /** The links that peers have opened. */
    InboundLinks links() {
        return links;
    }

    /** Takes up to {@code limit} messages; whether these are all. */
    boolean drain(Sink sink, int limit) {
        for (int i = 0; i < limit; i++) {
            Msg identity = socket.base().recv(ZMQ.DONTWAIT);
            if (identity == null) {
                return true;
            }
            List<Msg> parts = new ArrayList<>(1);
            for (Msg last = identity; last.hasMore(); ) {
                Msg part = socket.base().recv(ZMQ.DONTWAIT);
                if (part == null) {
                    break;
                }
                parts.add(part);
                last = part;
            }
            if (parts.size() == 1) {
                sink.onFrame(bytes(identity), bytes(parts.get(0)), InboundLinks.of(parts.get(0)));
            } else {
                sink.onMalformed(bytes(identity), (parts.size() + 1) + " parts; expected the identity and one more");
            }
        }
        return false;
    }

    private static byte[] bytes(Msg message) {
        return message.size() == 0 ? new byte[0] : message.data();
    }

    void close() {
        sockets.close(socket, 0);
    }

    /** Why peers cannot dial {@code host}, or null. */
    static @Nullable String whyNotAdvertised(String host, int port) {
        String id = host + ":" + Math.max(1, port);
        String flaw = PeerAddress.flawOf(id);
        if (flaw != null) {
            return flaw;
        }
        PeerAddress address = PeerAddress.parse(id);
        boolean wildcard = address.host().equals("0.0.0.0") || address.host().equals("::");
        return wildcard
                ? "a wildcard is no address that a peer could dial; set the host to one, and bind to the wildcard"
                : null;
    }
}
