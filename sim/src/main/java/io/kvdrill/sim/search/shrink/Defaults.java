package io.kvdrill.sim.search.shrink;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.search.shrink.RecordTree.Part;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts parts of a world and rows of its profile back to what they are when nothing is said. */
final class Defaults {
    private final RecordTree tree;
    private final References references;

    Defaults(RecordTree tree, References references) {
        this.tree = tree;
        this.references = references;
    }

    /** All of these passes. */
    List<Pass> passes() {
        return List.of(this::seed, this::rows, this::wholeParts, this::components, this::hosts);
    }

    /** The seed that a run has when none is given. */
    private List<Supplier<Candidate>> seed(Candidate from, Sighting seen) {
        return from.seed() == 1 ? List.of() : List.of(() -> from.with(1));
    }

    private List<Supplier<Candidate>> rows(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        Profile profile = from.profile();
        List<Row<?>> changed = profile.overridden();
        if (changed.size() > 1) {
            options.add(() -> {
                Profile base = profile;
                for (Row<?> row : changed) {
                    base = base.with(row, profile.base());
                }
                return from.with(base.named(base.base().publicName()));
            });
        }
        if (!profile.name().equals(profile.base().publicName())) {
            options.add(() -> from.with(profile.named(profile.base().publicName())));
        }
        changed.forEach(row -> options.add(() -> from.with(profile.with(row, profile.base()))));
        return options;
    }

    private List<Supplier<Candidate>> wholeParts(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        World world = from.world();
        for (Part part : tree.parts(world)) {
            if (part.value() instanceof Record record) {
                Usual.of(record)
                        .filter(usual -> !usual.equals(record))
                        .ifPresent(usual -> options.add(() -> changed(from, part, usual)));
            }
        }
        return options;
    }

    private List<Supplier<Candidate>> components(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        World world = from.world();
        for (Part part : tree.parts(world)) {
            if (part.value() instanceof Record record && !(record instanceof Caps)) {
                Usual.of(record).ifPresent(usual -> components(from, part, record, usual, options));
            }
        }
        return options;
    }

    private void components(Candidate from, Part part, Record record, Record usual, List<Supplier<Candidate>> options) {
        if (!usual.getClass().equals(record.getClass())) {
            return;
        }
        List<@Nullable Object> values = tree.values(record);
        List<@Nullable Object> defaults = tree.values(usual);
        for (int i = 0; i < values.size(); i++) {
            int place = i;
            if (!Objects.equals(values.get(i), defaults.get(i))) {
                options.add(() -> changed(from, part, tree.replaced(record, List.of(place), defaults.get(place))));
            }
        }
    }

    /** Hosts that need not be told: each peer on one of its own. */
    private List<Supplier<Candidate>> hosts(Candidate from, Sighting seen) {
        List<PeerSpec> peers = from.world().peers();
        List<Supplier<Candidate>> options = new ArrayList<>();
        options.add(() -> {
            List<PeerSpec> moved = new ArrayList<>();
            peers.forEach(peer -> moved.add(atHome(peer, moved.size())));
            return from.with(from.world().toBuilder().onlyPeers(moved).build());
        });
        for (int i = 0; i < peers.size(); i++) {
            int place = i;
            options.add(() -> {
                List<PeerSpec> moved = new ArrayList<>(peers);
                moved.set(place, atHome(peers.get(place), place));
                return from.with(from.world().toBuilder().onlyPeers(moved).build());
            });
        }
        return options;
    }

    private PeerSpec atHome(PeerSpec peer, int place) {
        return tree.with(tree.with(peer, "host", "10.0.0." + (place + 1)), "rank", 0);
    }

    private Candidate changed(Candidate from, Part part, Object value) {
        World world = tree.replaced(from.world(), part.path(), value);
        return from.with(references.mended(from.world(), world));
    }
}
