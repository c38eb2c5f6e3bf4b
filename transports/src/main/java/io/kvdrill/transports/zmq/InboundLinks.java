package io.kvdrill.transports.zmq;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZEvent;
import org.zeromq.ZMonitor;
import zmq.Msg;
import zmq.io.Metadata;

/**
 * The links that peers have opened to us, each called by the address that it comes from. ZeroMQ's thread reports when they
 * begin and end; strangers are hung up on at once. The owner's thread may hang up later.
 *
 * <p>JeroMQ's heartbeats cannot be used for this ({@link LinkWatch}), and nobody tells us of the heartbeats of a link that
 * was opened to us. But a peer that is silent on our link to it is given up, and then the link that it opened to us has to
 * go, too, as it does in libzmq: a peer that was stopped and goes on would still be heard on it, and not know that it was
 * given up.
 */
final class InboundLinks implements ZEvent.ZEventConsummer {
    private final AllowedHosts allowed;
    private final Map<String, SocketChannel> open = new ConcurrentHashMap<>();

    InboundLinks(AllowedHosts allowed) {
        this.allowed = allowed;
    }

    /** The link that a message came on; empty where ZeroMQ does not say. */
    static String of(Msg message) {
        Metadata metadata = message.getMetadata();
        String address = metadata == null ? null : metadata.get(Metadata.PEER_ADDRESS);
        return address == null ? "" : address;
    }

    @Override
    public void consume(ZEvent event) {
        if (!(event.<Object>getValue() instanceof SocketChannel channel)) {
            return;
        }
        if (event.getEvent() == ZMonitor.Event.ACCEPTED) {
            String link = admitted(channel);
            if (link == null) {
                hangUp(channel);
            } else {
                open.put(link, channel);
            }
        } else {
            open.values().remove(channel);
        }
    }

    /** What the link is called; null if its host is not allowed. */
    private @Nullable String admitted(SocketChannel channel) {
        try {
            SocketAddress remote = channel.getRemoteAddress();
            return remote instanceof InetSocketAddress inet && allowed.contains(inet.getAddress())
                    ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                    : null;
        } catch (IOException gone) {
            return null;
        }
    }

    /** Ends a link, if it is still open. Its peer finds the connection closed. */
    void hangUp(String link) {
        SocketChannel channel = open.get(link);
        if (channel != null) {
            hangUp(channel);
        }
    }

    private static void hangUp(SocketChannel channel) {
        try {
            channel.shutdownInput();
            channel.shutdownOutput();
        } catch (IOException gone) {
            // ZeroMQ finds out by itself.
            return;
        }
    }

    /** Whether a link has been closed at either end; false for one without a name. */
    boolean hasEnded(String link) {
        return !link.isEmpty() && !open.containsKey(link);
    }

    /** How many are open. */
    int count() {
        return open.size();
    }
}
