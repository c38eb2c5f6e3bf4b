package io.kvdrill.reports.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Peers by the names that the scenario gives them, where a trace knows them by identity. */
public final class Names {
    private final Map<String, String> byId = new LinkedHashMap<>();

    /** The names of a run's peers. */
    public Names(RunReport report) {
        this(report.peers());
    }

    /** The names of these peers. */
    public Names(List<RunReport.Peer> peers) {
        peers.forEach(peer -> byId.putIfAbsent(peer.id(), peer.peer()));
    }

    /** The peer's name; the identity itself where no peer has it. */
    public String of(String id) {
        return byId.getOrDefault(id, id);
    }

    /** The identity of a peer; the name itself where no peer has it. */
    public String id(String name) {
        for (Map.Entry<String, String> one : byId.entrySet()) {
            if (one.getValue().equals(name)) {
                return one.getKey();
            }
        }
        return name;
    }

    /** A text in which every identity of a peer is its name. */
    public String within(String text) {
        String whole = byId.get(text);
        if (whole != null || text.indexOf(':') < 0) {
            return whole == null ? text : whole;
        }
        String named = text;
        for (Map.Entry<String, String> name : byId.entrySet()) {
            int at = named.indexOf(name.getKey());
            while (at >= 0) {
                int end = at + name.getKey().length();
                boolean more =
                        (end < named.length() && isPart(named.charAt(end))) || (at > 0 && isPart(named.charAt(at - 1)));
                if (!more) {
                    named = named.substring(0, at) + name.getValue() + named.substring(end);
                    end = at + name.getValue().length();
                }
                at = named.indexOf(name.getKey(), end);
            }
        }
        return named;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '.';
    }

    /** A text with the identity that it begins with, if any, by its name. */
    public String leading(String text) {
        for (Map.Entry<String, String> name : byId.entrySet()) {
            if (text.startsWith(name.getKey())) {
                return name.getValue() + text.substring(name.getKey().length());
            }
        }
        return text;
    }

    /** Identities by name, in the order of the report. */
    public Map<String, String> all() {
        return byId;
    }
}
