package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.search.shrink.RecordTree.Part;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.NamedMoment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who refers to whom in a world, by name. */
final class References {
    /** Components that hold the name of a peer. */
    private static final Set<String> PEER_COMPONENTS = new TreeSet<>(
            List.of("peer", "from", "to", "between", "and", "at", "of", "where", "consume", "produce", "source"));

    /** Component that holds the name of a peer, or what no peer is called. */
    private static final String IDENTITY_COMPONENT = "as";

    private final RecordTree tree;

    References(RecordTree tree) {
        this.tree = tree;
    }

    /** A world with one peer's name in place of another's. */
    World renamed(World world, String peer, String newName) {
        return tree.mapped(world, part -> mayNamePeer(part) && peer.equals(part.value()) ? newName : part.value());
    }

    /**
     * Makes whole what was left after something was taken out: moments that refer to what is gone say what it said
     * itself, what is about peers that are gone goes with them, and names that nobody uses any more go, too.
     *
     * @param before with everything that names stood for
     */
    World mended(World before, World after) {
        World whole = after;
        World previous;
        do {
            previous = whole;
            whole = withoutUnusedNames(spelledOut(before, withoutStrayParts(whole)));
        } while (!whole.equals(previous));
        return whole;
    }

    /** The moments that names stand for. */
    static Map<String, Moment> named(World world) {
        Map<String, Moment> named = new LinkedHashMap<>();
        world.moments().forEach(moment -> named.put(moment.name(), moment.moment()));
        world.requests().forEach(request -> named.put(request.id(), request.arrival()));
        for (FaultSpec fault : world.faults()) {
            String name = fault.name();
            if (name != null) {
                named.put(name, fault.at());
            }
        }
        return named;
    }

    /** A moment some time after another, without its name; null where only a name can say it. */
    static @Nullable Moment later(Moment moment, long delayNanos) {
        if (moment instanceof Moment.At at) {
            return Moment.at(at.nanos() + delayNanos);
        } else if (moment instanceof Moment.After after) {
            return new Moment.After(after.after(), after.nth(), after.delayNanos() + delayNanos, after.before());
        } else if (moment instanceof Moment.Edge edge) {
            return new Moment.Edge(edge.row(), edge.peer(), edge.nth(), edge.offsetNanos() + delayNanos);
        } else if (moment instanceof Moment.Relative relative) {
            return new Moment.Relative(relative.name(), relative.delayNanos() + delayNanos);
        }
        return null;
    }

    private World spelledOut(World before, World world) {
        Map<String, Moment> defined = named(before);
        Set<String> present = new LinkedHashSet<>(named(world).keySet());
        return tree.mapped(world, part -> {
            if (part.value() instanceof Moment.Relative relative && !present.contains(relative.name())) {
                Moment meant = defined.get(relative.name());
                return meant == null ? Moment.at(0) : later(meant, relative.delayNanos());
            }
            return part.value();
        });
    }

    private World withoutStrayParts(World world) {
        Set<String> peers = new LinkedHashSet<>();
        world.peers().stream().map(PeerSpec::name).forEach(peers::add);
        List<RequestSpec> requests = new ArrayList<>();
        for (RequestSpec request : world.requests()) {
            String source = request.source();
            RequestSpec sure = source != null && !peers.contains(source) && request.mode() == Mode.PD
                    ? tree.with(request, "source", null)
                    : request;
            requests.add(sure);
        }
        Moment heal = world.heal();
        return world.toBuilder()
                .onlyRequests(keep(requests, peers))
                .onlyFaults(keep(world.faults(), peers))
                .onlyMoments(keep(world.moments(), peers))
                .onlyLinks(keep(world.links(), peers))
                .onlyWarm(keep(world.warm(), peers))
                .healAt(heal instanceof Record part && strays(part, peers) ? null : heal)
                .build();
    }

    private <R extends Record> List<R> keep(List<R> parts, Set<String> peers) {
        return parts.stream().filter(part -> !strays(part, peers)).toList();
    }

    private boolean strays(Record part, Set<String> peers) {
        for (Part inner : tree.parts(part)) {
            if (isPeerName(inner)
                    && inner.value() != null
                    && !peers.contains(inner.value().toString())) {
                return true;
            }
        }
        return false;
    }

    private World withoutUnusedNames(World world) {
        Set<String> used = new LinkedHashSet<>();
        for (Part part : tree.parts(world)) {
            if (part.value() instanceof Moment.Relative relative) {
                used.add(relative.name());
            }
        }
        List<NamedMoment> moments = world.moments().stream()
                .filter(moment -> used.contains(moment.name()))
                .toList();
        List<FaultSpec> faults = world.faults().stream()
                .map(fault -> used.contains(String.valueOf(fault.name())) ? fault : tree.with(fault, "name", null))
                .toList();
        return world.toBuilder().onlyMoments(moments).onlyFaults(faults).build();
    }

    /** The identity of a frame may be a peer's name, or no peer's. */
    static boolean mayNamePeer(Part part) {
        return isPeerName(part)
                || (part.value() instanceof String && part.name().equals(IDENTITY_COMPONENT));
    }

    /** Always a peer's name; a list of peers is made of their names. */
    static boolean isPeerName(Part part) {
        return part.value() instanceof String && PEER_COMPONENTS.contains(part.name());
    }
}
