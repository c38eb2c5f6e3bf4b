package io.kvdrill.transports.zmq;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import java.time.Duration;

/**
 * How a control transport is opened.
 *
 * @param host the host that peers dial: the first part of our identity. An address of this machine or a name of it; no
 *     wildcard, for nobody can dial that
 * @param port the port that peers dial, from 1 to 65,535; 0 for the one that is bound
 * @param bindHost where to listen, if not at {@code host}; a wildcard is fine. Empty for {@code host}
 * @param bindPort the port to listen at, if not {@code port}, as behind a proxy; 0 for {@code port}, or for a free one
 * @param allowed whom to dial and to hear
 * @param heartbeat when a silent peer is lost
 * @param limits what one peer may cost
 */
public record ZmqConfig(
        String host,
        int port,
        String bindHost,
        int bindPort,
        AllowedHosts allowed,
        Heartbeat heartbeat,
        Limits limits) {

    /**
     * Checks host and ports.
     *
     * @throws IllegalArgumentException naming the one that cannot be
     */
    public ZmqConfig {
        check(!host.isEmpty(), "host", host, "expected a host name or an address");
        check(port >= 0 && port <= 65_535, "port", port, "expected 0 to 65535");
        check(bindPort >= 0 && bindPort <= 65_535, "port to listen at", bindPort, "expected 0 to 65535");
    }

    /** A transport that dials and hears loopback addresses only, with the heartbeats and the message size of a profile. */
    public static ZmqConfig of(String host, int port, Profile profile) {
        Heartbeat heartbeat = new Heartbeat(
                Duration.ofNanos(profile.nanos(Rows.HEARTBEAT_INTERVAL)),
                Duration.ofNanos(profile.nanos(Rows.HEARTBEAT_TIMEOUT)),
                Duration.ofNanos(profile.nanos(Rows.HEARTBEAT_TTL)));
        long maxMessageBytes = Math.min(profile.amount(Rows.MAX_MESSAGE_SIZE), Limits.LARGEST_MESSAGE);
        return new ZmqConfig(
                host,
                port,
                "",
                0,
                AllowedHosts.loopback(),
                heartbeat,
                Limits.DEFAULT.withMaxMessageBytes(maxMessageBytes));
    }

    /** The same, with other hosts allowed. */
    public ZmqConfig withAllowed(AllowedHosts hosts) {
        return new ZmqConfig(host, port, bindHost, bindPort, hosts, heartbeat, limits);
    }

    /** The same, listening elsewhere than it is dialled. */
    public ZmqConfig withBind(String otherHost, int otherPort) {
        return new ZmqConfig(host, port, otherHost, otherPort, allowed, heartbeat, limits);
    }

    /** The same, with other heartbeats. */
    public ZmqConfig withHeartbeat(Heartbeat other) {
        return new ZmqConfig(host, port, bindHost, bindPort, allowed, other, limits);
    }

    /** The same, with other limits. */
    public ZmqConfig withLimits(Limits other) {
        return new ZmqConfig(host, port, bindHost, bindPort, allowed, heartbeat, other);
    }

    /**
     * The heartbeats of every link.
     *
     * @param interval between two of ours
     * @param timeout after how long without anything from a peer it counts as lost
     * @param ttl after how long without anything from us a peer may count us as lost
     */
    public record Heartbeat(Duration interval, Duration timeout, Duration ttl) {
        /** What a heartbeat has room for: 16 bits of tenths of a second. */
        private static final Duration LONGEST_TTL = Duration.ofMillis(6_553_500);

        /**
         * Checks each value.
         *
         * @throws IllegalArgumentException naming the first that cannot be
         */
        public Heartbeat {
            check(isPositive(interval), "heartbeat_interval", interval, "expected at least 1 ms");
            check(
                    timeout.compareTo(interval) > 0,
                    "heartbeat_timeout",
                    timeout,
                    "expected more than heartbeat_interval, which is " + interval);
            check(
                    !ttl.isNegative() && ttl.compareTo(LONGEST_TTL) <= 0,
                    "heartbeat_ttl",
                    ttl,
                    "expected at most " + LONGEST_TTL);
        }
    }

    /**
     * What one peer, or all of them together, may cost.
     *
     * @param maxMessageBytes the largest frame to accept; a larger one ends the link it came on
     * @param sendQueueMessages how many messages wait for one peer at most; one more ends the connection
     * @param receiveQueueMessages how many messages of one link wait for {@link ZmqControlTransport#poll} at most;
     *     beyond, its sender waits
     * @param maxConnections how many connections are held at most
     * @param handshakeTimeout how long a link may take to greet
     */
    public record Limits(
            int maxMessageBytes,
            int sendQueueMessages,
            int receiveQueueMessages,
            int maxConnections,
            Duration handshakeTimeout) {
        private static final int LARGEST_MESSAGE = Integer.MAX_VALUE - 64;

        /** vLLM's queues, which are ZeroMQ's; 8 MiB, 512 connections, 10 s. */
        public static final Limits DEFAULT = new Limits(8 << 20, 1_000, 1_000, 512, Duration.ofSeconds(10));

        /**
         * Checks each value.
         *
         * @throws IllegalArgumentException naming the first that cannot be
         */
        public Limits {
            check(maxMessageBytes > 0, "max_message_size", maxMessageBytes, "expected more than 0 bytes");
            check(sendQueueMessages > 0, "send queue", sendQueueMessages, "expected more than 0 messages");
            check(receiveQueueMessages > 0, "receive queue", receiveQueueMessages, "expected more than 0 messages");
            check(maxConnections > 0, "connections", maxConnections, "expected more than 0");
            check(isPositive(handshakeTimeout), "handshake timeout", handshakeTimeout, "expected at least 1 ms");
        }

        Limits withMaxMessageBytes(long bytes) {
            return new Limits((int) bytes, sendQueueMessages, receiveQueueMessages, maxConnections, handshakeTimeout);
        }
    }

    private static boolean isPositive(Duration duration) {
        return duration.toMillis() > 0;
    }

    private static void check(boolean fine, String name, Object value, String expected) {
        if (!fine) {
            throw new IllegalArgumentException(name + ": " + value + "; " + expected);
        }
    }
}
