package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Names peers after what they do. */
public final class PeerRoles {
    private static final String PREFILL = "prefill";
    private static final String DECODE = "decode";

    private PeerRoles() {}

    /**
     * A world whose peers are called {@code prefill} and {@code decode} where they do one or the other for P/D requests,
     * and otherwise by letters. A run of it is the same but for these names.
     */
    public static World named(World world) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (PeerSpec peer : world.peers()) {
            String role = role(world, peer.name());
            int number = counts.merge(role, 1, Integer::sum);
            String name = role.isEmpty()
                    ? number > 26 ? peer.name() : String.valueOf((char) ('a' + number - 1))
                    : number == 1 ? role : role + number;
            names.put(peer.name(), name);
        }
        Set<String> distinct = new LinkedHashSet<>(names.values());
        return distinct.size() < names.size() ? world : renamed(world, names);
    }

    private static String role(World world, String peer) {
        boolean produces = world.requests().stream().anyMatch(request -> peer.equals(request.produce()));
        boolean consumes = world.requests().stream()
                .anyMatch(request -> peer.equals(request.consume()) && request.produce() != null);
        boolean shares = world.requests().stream()
                .anyMatch(request -> request.produce() == null && peer.equals(request.source()));
        if (produces == consumes || shares) {
            return "";
        }
        return produces ? PREFILL : DECODE;
    }

    private static World renamed(World world, Map<String, String> names) {
        RecordTree tree = new RecordTree();
        return tree.mapped(world, part -> {
            if (part.value() instanceof PeerSpec peer) {
                return tree.with(peer, "name", names.get(peer.name()));
            } else if (part.value() instanceof Boundary boundary) {
                List<Boundary.Filter> filters = new ArrayList<>();
                boundary.filters()
                        .forEach(filter -> filters.add(new Boundary.Filter(
                                filter.field(),
                                Objects.requireNonNull(names.getOrDefault(filter.value(), filter.value())))));
                return new Boundary(boundary.event(), boundary.where(), filters);
            }
            return References.mayNamePeer(part)
                    ? names.getOrDefault(String.valueOf(part.value()), String.valueOf(part.value()))
                    : part.value();
        });
    }
}
