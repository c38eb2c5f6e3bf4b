package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.search.shrink.RecordTree.Part;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says the same in fewer words, or something near it. */
final class Simpler {
    private final RecordTree tree;
    private final References references;

    Simpler(RecordTree tree, References references) {
        this.tree = tree;
        this.references = references;
    }

    /** All of these passes. */
    List<Pass> passes() {
        return List.of(this::parts, this::momentsWithoutNames, this::links, this::shifted);
    }

    private List<Supplier<Candidate>> parts(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        for (Part part : tree.parts(from.world())) {
            for (Object simpler : simpler(part.value())) {
                options.add(() -> changed(from, part, simpler));
            }
        }
        return options;
    }

    private List<Object> simpler(@Nullable Object value) {
        if (value instanceof Latency latency) {
            return List.copyOf(fixed(latency));
        } else if (value instanceof Fault fault) {
            return List.copyOf(deaths(fault));
        } else if (value instanceof RequestSpec request) {
            return List.copyOf(requests(request));
        } else if (value instanceof Dispatch.Legs legs) {
            return legs.produce() == null || legs.consume() == null
                    ? List.of()
                    : List.of(new Dispatch.Legs(legs.produce(), null), new Dispatch.Legs(null, legs.consume()));
        }
        return List.of();
    }

    private static List<Latency> fixed(Latency latency) {
        if (latency instanceof Latency.Uniform uniform) {
            long middle = uniform.minNanos() + (uniform.maxNanos() - uniform.minNanos()) / 2;
            return List.of(Latency.fixed(uniform.minNanos()), Latency.fixed(middle), Latency.fixed(uniform.maxNanos()));
        } else if (latency instanceof Latency.LogNormal normal) {
            return List.of(Latency.fixed(normal.medianNanos()), Latency.fixed(normal.p99Nanos()));
        }
        return List.of();
    }

    private static List<Fault> deaths(Fault fault) {
        if (fault instanceof Fault.Restart restart) {
            return List.of(new Fault.Kill(restart.peer(), Fault.Plane.BOTH), new Fault.Restart(restart.peer(), 0));
        } else if (fault instanceof Fault.PowerOff off) {
            return List.of(new Fault.Kill(off.peer(), Fault.Plane.BOTH));
        } else if (fault instanceof Fault.ShutDown shutDown) {
            return List.of(new Fault.Kill(shutDown.peer(), Fault.Plane.BOTH));
        }
        return List.of();
    }

    private List<RequestSpec> requests(RequestSpec request) {
        List<RequestSpec> simpler = new ArrayList<>();
        String consume = request.consume();
        if (request.mode() != Mode.LOCAL && consume != null) {
            RequestSpec local = RequestSpec.local(request.id(), 0, request.prompt(), consume);
            simpler.add(local.arriving(request.arrival()));
        }
        List<Prompt.Segment> pieces = request.prompt().segments();
        if (pieces.size() > 1 || !pieces.get(0).text().equals(request.id())) {
            long tokens = Math.min(Integer.MAX_VALUE, request.prompt().tokens());
            simpler.add(tree.with(request, "prompt", Prompt.of(request.id(), (int) tokens)));
        }
        for (int i = 0; pieces.size() > 1 && i < pieces.size(); i++) {
            List<Prompt.Segment> fewer = new ArrayList<>(pieces);
            fewer.remove(i);
            simpler.add(tree.with(request, "prompt", new Prompt(fewer)));
        }
        return simpler;
    }

    private List<Supplier<Candidate>> momentsWithoutNames(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        Map<String, Moment> named = References.named(from.world());
        for (Part part : tree.parts(from.world())) {
            if (part.value() instanceof Moment.Relative relative) {
                Moment meant = named.get(relative.name());
                Moment later = meant == null ? null : References.later(meant, relative.delayNanos());
                if (later != null) {
                    options.add(() -> changed(from, part, later));
                }
            }
        }
        return options;
    }

    /** What two peers have, for all. */
    private List<Supplier<Candidate>> links(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        for (LinkOverride link : from.world().links()) {
            ControlLink control = link.control();
            DataLink data = link.data();
            World world = from.world();
            options.add(() -> from.with(world.toBuilder()
                    .control(control == null ? world.control() : control)
                    .data(data == null ? world.data() : data)
                    .onlyLinks(world.links().stream()
                            .filter(other -> !other.equals(link))
                            .toList())
                    .build()));
        }
        return options;
    }

    /** Everything that has a time, so much earlier that the first of it comes at the start. */
    private List<Supplier<Candidate>> shifted(Candidate from, Sighting seen) {
        long first = Long.MAX_VALUE;
        for (Part part : tree.parts(from.world())) {
            if (part.value() instanceof Moment.At at) {
                first = Math.min(first, at.nanos());
            }
        }
        if (first == 0 || first == Long.MAX_VALUE) {
            return List.of();
        }
        long earlier = first;
        return List.of(() -> from.with(tree.mapped(
                from.world(),
                part -> part.value() instanceof Moment.At at ? Moment.at(at.nanos() - earlier) : part.value())));
    }

    private Candidate changed(Candidate from, Part part, Object value) {
        World world = tree.replaced(from.world(), part.path(), value);
        return from.with(references.mended(from.world(), world));
    }
}
