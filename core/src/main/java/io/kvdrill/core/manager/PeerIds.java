package io.kvdrill.core.manager;

import java.util.regex.Pattern;

/** Peer ids, {@code host:port}. The host is the text before the last colon. */
final class PeerIds {
    private static final int MAX_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

    private PeerIds() {}

    static String host(String peer) {
        int colon = peer.lastIndexOf(':');
        return colon < 0 ? peer : peer.substring(0, colon);
    }

    /** Why nobody can be reached under this id from here; empty if somebody can. */
    static String problem(String peer, String localId) {
        int colon = peer.lastIndexOf(':');
        if (colon <= 0) {
            return "'" + peer + "' is not host:port";
        }
        if (peer.equals(localId)) {
            return "'" + peer + "' is this engine itself";
        }
        String port = peer.substring(colon + 1);
        if (!PORT.matcher(port).matches() || Integer.parseInt(port) < 1 || Integer.parseInt(port) > MAX_PORT) {
            return "'" + port + "' is not a port from 1 to " + MAX_PORT;
        }
        return "";
    }
}
