package io.kvdrill.scenarios.run;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Peers by the names that the scenario gives them, where a trace knows them by identity. */
public final class PeerNames {
    private final Map<String, String> names = new LinkedHashMap<>();

    /** Those of this world. */
    public PeerNames(World world) {
        for (PeerSpec peer : world.peers()) {
            names.putIfAbsent(peer.id(), peer.name());
        }
    }

    /** The peer's name; the identity itself where no peer has it. */
    public String of(String id) {
        return names.getOrDefault(id, id);
    }

    /** A text with identities replaced by names. */
    public String inText(String text) {
        String named = text;
        for (Map.Entry<String, String> peer : names.entrySet()) {
            named = named.replace(peer.getKey(), peer.getValue());
        }
        return named;
    }

    List<String> of(List<String> ids) {
        return ids.stream().map(this::of).toList();
    }
}
