package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Leaves parts of a world out: many at once first, then single ones. */
final class Removals {
    private final References references;

    Removals(References references) {
        this.references = references;
    }

    /** All of these passes. */
    List<Pass> passes() {
        return List.of(
                list(
                        World::faults,
                        (world, kept) -> world.toBuilder().onlyFaults(kept).build()),
                list(
                        World::requests,
                        (world, kept) -> world.toBuilder().onlyRequests(kept).build()),
                list(
                        World::peers,
                        (world, kept) -> world.toBuilder().onlyPeers(kept).build()),
                this::mergedPeers,
                list(
                        World::warm,
                        (world, kept) -> world.toBuilder().onlyWarm(kept).build()),
                list(
                        World::links,
                        (world, kept) -> world.toBuilder().onlyLinks(kept).build()),
                list(
                        World::moments,
                        (world, kept) -> world.toBuilder().onlyMoments(kept).build()),
                (from, seen) -> List.of(() ->
                        changed(from, from.world().toBuilder().healAt(null).build())));
    }

    private <T> Pass list(Function<World, List<T>> part, BiFunction<World, List<T>, World> with) {
        return (from, seen) -> {
            List<T> all = part.apply(from.world());
            List<Supplier<Candidate>> options = new ArrayList<>();
            for (int length = all.size(); length >= 1; length = length == 1 ? 0 : (length + 1) / 2) {
                for (int start = 0; start < all.size(); start += length) {
                    int first = start;
                    int end = Math.min(all.size(), start + length);
                    options.add(() -> changed(from, with.apply(from.world(), without(all, first, end))));
                    if (length < all.size() && all.size() > 2) {
                        options.add(() -> changed(from, with.apply(from.world(), all.subList(first, end))));
                    }
                }
            }
            return options;
        };
    }

    /** One peer in the place of two; requests between the two go. */
    private List<Supplier<Candidate>> mergedPeers(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        for (PeerSpec gone : from.world().peers()) {
            for (PeerSpec kept : from.world().peers()) {
                if (!gone.name().equals(kept.name())) {
                    options.add(() -> changed(from, merged(from.world(), gone.name(), kept.name())));
                }
            }
        }
        return options;
    }

    private World merged(World world, String gone, String kept) {
        World fewer = world.toBuilder()
                .onlyPeers(world.peers().stream()
                        .filter(peer -> !peer.name().equals(gone))
                        .toList())
                .build();
        World renamed = references.renamed(fewer, gone, kept);
        return renamed.toBuilder()
                .onlyRequests(renamed.requests().stream()
                        .filter(request -> !pullsFromItself(request))
                        .toList())
                .onlyLinks(renamed.links().stream()
                        .filter(link -> !link.from().equals(link.to()))
                        .toList())
                .build();
    }

    private static boolean pullsFromItself(RequestSpec request) {
        String consume = request.consume();
        String source = request.source();
        boolean consumesItsOwn = consume != null && (consume.equals(request.produce()) || consume.equals(source));
        return consumesItsOwn || (source != null && source.equals(request.produce()));
    }

    private Candidate changed(Candidate from, World fewer) {
        return from.with(references.mended(from.world(), fewer));
    }

    private static <T> List<T> without(List<T> all, int start, int end) {
        List<T> kept = new ArrayList<>(all.subList(0, start));
        kept.addAll(all.subList(end, all.size()));
        return kept;
    }
}
