package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether an address can be reached from this node: only of hosts that its tier may dial anyway. */
final class Reach {
    private static final int PATIENCE_MILLIS = 3_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final Pattern QUERY = Pattern.compile("host=([^&]{1,300})&port=([0-9]{1,5})");

    private final AllowedHosts allowed;

    Reach(AllowedHosts allowed) {
        this.allowed = allowed;
    }

    /** Answers {@code POST /reach?host=ADDRESS&port=N}; a name must be one that was allowed by name. */
    void answer(HttpExchange exchange) throws IOException {
        ApiExchange.expect(exchange, "POST");
        Matcher query = QUERY.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
        if (!query.matches()) {
            throw new Refused(400, "expected ?host=ADDRESS&port=N");
        }
        PeerAddress asked = asked(query.group(1), query.group(2));
        InetAddress address = allowed.resolve(asked);
        if (address == null) {
            throw new Refused(403, asked.host() + " is not among the hosts of --allow");
        }
        ApiExchange.json(exchange, 200, tried(new InetSocketAddress(address, asked.port())));
    }

    private static PeerAddress asked(String host, String port) {
        try {
            return PeerAddress.parse(host + ":" + port);
        } catch (IllegalArgumentException flaw) {
            throw new Refused(400, "expected ?host=ADDRESS&port=N: " + flaw.getMessage());
        }
    }

    private static Map<String, Object> tried(InetSocketAddress address) {
        Map<String, Object> told = new LinkedHashMap<>();
        long begun = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MILLIS);
            told.put("reached", true);
            told.put("micros", (System.nanoTime() - begun) / NANOS_PER_MICRO);
        } catch (IOException e) {
            told.put("reached", false);
            told.put("why", String.valueOf(e.getMessage()));
        }
        return told;
    }
}
