package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether an address can be reached from this node: only of hosts that its tier may dial anyway. */
final class Reach {
    private static final int PATIENCE_MILLIS = 3_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int MOST_PORTS = 65_535;
    private static final Pattern QUERY = Pattern.compile("host=([0-9a-fA-F:.%]+|localhost)&port=([0-9]{1,5})");

    private final AllowedHosts allowed;

    Reach(AllowedHosts allowed) {
        this.allowed = allowed;
    }

    /** Answers {@code POST /reach?host=ADDRESS&port=N}. */
    void answer(HttpExchange exchange) throws IOException {
        ApiExchange.expect(exchange, "POST");
        Matcher query = QUERY.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
        if (!query.matches()
                || Integer.parseInt(query.group(2)) > MOST_PORTS
                || Integer.parseInt(query.group(2)) == 0) {
            throw new Refused(400, "expected ?host=ADDRESS&port=N, an address and no name");
        }
        InetAddress address = address(query.group(1));
        if (!allowed.contains(address)) {
            throw new Refused(403, address.getHostAddress() + " is not among the hosts of --allow");
        }
        ApiExchange.json(exchange, 200, tried(new InetSocketAddress(address, Integer.parseInt(query.group(2)))));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getAllByName(text)[0];
        } catch (UnknownHostException e) {
            throw new Refused(400, text + " is no address");
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
