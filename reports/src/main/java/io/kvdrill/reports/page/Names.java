package io.kvdrill.reports.page;

import io.kvdrill.reports.json.RunReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Peers by the names that the scenario gives them, where a trace knows them by identity. */
final class Names {
    private final Map<String, String> byId = new LinkedHashMap<>();

    Names(RunReport report) {
        report.peers().forEach(peer -> byId.putIfAbsent(peer.id(), peer.peer()));
    }

    /** The peer's name; the identity itself where no peer has it. */
    String of(String id) {
        return byId.getOrDefault(id, id);
    }

    /** Identities by name, in the order of the report. */
    Map<String, String> all() {
        return byId;
    }
}
