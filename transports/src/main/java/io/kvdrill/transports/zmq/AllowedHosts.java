package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.PeerAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that may be dialled, and whose connections are accepted. A peer's identity asks us to connect to wherever it
 * says, so without such a list any stranger could make us knock on any door.
 *
 * <p>Names are resolved once, here: afterwards no peer can make the tier's thread wait for a name server. Immutable.
 */
public final class AllowedHosts {

    private static final class Network {
        final byte[] prefix;
        final int bits;

        Network(byte[] prefix, int bits) {
            this.prefix = prefix;
            this.bits = bits;
        }

        boolean contains(InetAddress address) {
            byte[] bytes = address.getAddress();
            if (bytes.length != prefix.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if (((bytes[bit / 8] ^ prefix[bit / 8]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Network> networks = new ArrayList<>();
    private final Map<String, InetAddress> names = new LinkedHashMap<>();

    private AllowedHosts() {}

    /** This host only, by its loopback addresses and as {@code localhost}. */
    public static AllowedHosts loopback() {
        return of(List.of("127.0.0.0/8", "::1", "localhost"));
    }

    /**
     * A list of addresses ({@code 10.0.0.7}, {@code fe80::1}), networks ({@code 10.0.0.0/8}) and names. May block while
     * names are resolved.
     *
     * @throws IllegalArgumentException if an entry is none of these, or a name is unknown
     */
    public static AllowedHosts of(List<String> entries) {
        AllowedHosts hosts = new AllowedHosts();
        entries.forEach(hosts::add);
        return hosts;
    }

    private void add(String entry) {
        int slash = entry.indexOf('/');
        String host = slash < 0 ? entry : entry.substring(0, slash);
        PeerAddress parsed;
        try {
            parsed = PeerAddress.parse((host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":1");
        } catch (IllegalArgumentException flaw) {
            throw new IllegalArgumentException("allowed host '" + entry + "': " + flaw.getMessage(), flaw);
        }
        for (InetAddress address : addresses(entry, parsed)) {
            int most = address.getAddress().length * 8;
            networks.add(new Network(address.getAddress(), slash < 0 ? most : bits(entry, slash, most)));
            if (!parsed.isLiteral()) {
                names.putIfAbsent(parsed.host(), address);
            }
        }
    }

    /** All addresses of a host; {@code localhost} is 127.0.0.1, whatever else a name server may say. */
    private static InetAddress[] addresses(String entry, PeerAddress host) {
        try {
            return InetAddress.getAllByName(host.host().equals("localhost") ? "127.0.0.1" : host.host());
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("allowed host '" + entry + "': no such host", unknown);
        }
    }

    private static int bits(String entry, int slash, int most) {
        String text = entry.substring(slash + 1);
        int bits = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException(
                    "allowed host '" + entry + "': expected a prefix length from 0 to " + most + " after the slash");
        }
        return bits;
    }

    /** Whether connections from this address are accepted. */
    public boolean contains(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    /** Where a host is dialled, without asking a name server; null where it may not be dialled. */
    public @Nullable InetAddress resolve(PeerAddress peer) {
        if (!peer.isLiteral()) {
            return names.get(peer.host());
        }
        try {
            InetAddress address = InetAddress.getAllByName(peer.host())[0];
            return contains(address) ? address : null;
        } catch (UnknownHostException noSuchZone) {
            return null;
        }
    }

    /** Whether a peer may be dialled. */
    public boolean contains(PeerAddress peer) {
        return resolve(peer) != null;
    }

    /** What a list with the same hosts is made of. */
    public List<String> entries() {
        List<String> texts = new ArrayList<>(names.keySet());
        for (Network network : networks) {
            texts.add(text(network.prefix) + "/" + network.bits);
        }
        return texts;
    }

    @Override
    public String toString() {
        return String.join(", ", entries());
    }

    private static String text(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException impossible) {
            return Arrays.toString(address);
        }
    }
}
