package io.kvdrill.core.transport;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A peer id read as an address, so that one address has one id however it is spelled. Text only: no name is resolved.
 *
 * <p>IPv6 addresses are taken bracketed or not, compressed or not, in either case; an IPv4 address mapped into IPv6 is
 * that IPv4 address. The zone of a link-local address is kept as written, that of any other address dropped. Names are
 * put in lower case.
 *
 * @param host a name, an IPv4 address, or an IPv6 address as RFC 5952 writes it, without brackets
 * @param port from 1 to 65,535
 */
public record PeerAddress(String host, int port) {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_NAME_LENGTH = 253;
    private static final Pattern ZONE = Pattern.compile("%[A-Za-z0-9_.\\-]{1,32}");

    /** Says why a text is no address. */
    private static final class Flaw extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Flaw(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads a peer id; the port follows the last colon.
     *
     * @throws IllegalArgumentException if it is no address; the message says what is wrong
     */
    public static PeerAddress parse(String peer) {
        try {
            return read(peer);
        } catch (Flaw flaw) {
            throw new IllegalArgumentException(String.valueOf(flaw.getMessage()), flaw);
        }
    }

    /** Why a peer id is no address, or null if it is one. */
    public static @Nullable String flawOf(String peer) {
        try {
            read(peer);
            return null;
        } catch (Flaw flaw) {
            return flaw.getMessage();
        }
    }

    /** The id in its one spelling; unchanged if it is no address. */
    public static String canonical(String peer) {
        try {
            return read(peer).id();
        } catch (Flaw flaw) {
            return peer;
        }
    }

    /** {@code host:port}, an IPv6 address in brackets. */
    public String id() {
        return (isIpv6() ? "[" + host + "]" : host) + ":" + port;
    }

    /** Whether the host is an IPv6 address. */
    public boolean isIpv6() {
        return host.indexOf(':') >= 0;
    }

    /** Whether the host is an address, and no name. */
    public boolean isLiteral() {
        return isIpv6() || numeric(host);
    }

    private static PeerAddress read(String peer) {
        int colon = peer.lastIndexOf(':');
        if (colon < 0) {
            throw new Flaw("no port: expected host:port");
        }
        if (colon == 0) {
            throw new Flaw("no host: expected host:port");
        }
        return new PeerAddress(host(peer.substring(0, colon)), port(peer.substring(colon + 1)));
    }

    private static int port(String text) {
        if (text.isEmpty() || text.length() > 5 || !decimal(text)) {
            throw new Flaw("the port is no number: \"" + text + "\"");
        }
        int port = Integer.parseInt(text);
        if (port < 1 || port > MAX_PORT) {
            throw new Flaw("no such port: " + port);
        }
        return port;
    }

    private static String host(String text) {
        if (text.startsWith("[") && text.endsWith("]")) {
            return ipv6(text.substring(1, text.length() - 1));
        }
        if (text.indexOf(':') >= 0) {
            return ipv6(text);
        }
        return numeric(text) ? ipv4(text) : name(text);
    }

    // Loops, not streams: an address is read for every message and every lookup.

    private static boolean decimal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean numeric(String host) {
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static boolean spelledWell(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 128 || !(Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.')) {
                return false;
            }
        }
        return true;
    }

    private static String name(String text) {
        if (text.length() > MAX_NAME_LENGTH || !spelledWell(text)) {
            throw new Flaw("no host name: at most " + MAX_NAME_LENGTH + " letters, digits, '-', '_' and '.'");
        }
        return text.toLowerCase(Locale.ROOT);
    }

    private static String ipv4(String text) {
        if (Ipv4.bits(text) < 0) {
            throw new Flaw("no IPv4 address: \"" + text + "\"; expected four numbers from 0 to 255");
        }
        return text;
    }

    private static String ipv6(String text) {
        int percent = text.indexOf('%');
        String zone = percent < 0 ? "" : text.substring(percent);
        int[] groups = Ipv6.groups(percent < 0 ? text : text.substring(0, percent));
        if (groups == null) {
            throw new Flaw("no IPv6 address: \"" + text + "\"");
        }
        if (!zone.isEmpty() && !ZONE.matcher(zone).matches()) {
            throw new Flaw("no zone of an IPv6 address: \"" + zone + "\"");
        }
        if (Ipv6.mapsIpv4(groups)) {
            return Ipv4.text(((long) groups[6] << 16) | groups[7]);
        }
        return Ipv6.text(groups) + (Ipv6.isLinkLocal(groups) ? zone : "");
    }
}
