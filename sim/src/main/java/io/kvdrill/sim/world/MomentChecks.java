package io.kvdrill.sim.world;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks of all moments: names, boundaries, and that none waits for itself. */
final class MomentChecks {
    private static final String ANY = "any";
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;

    private final World world;
    private final Problems problems;
    private final BoundaryChecks boundaries;
    private final Vocabulary vocabulary;
    private final Map<String, String> paths = new LinkedHashMap<>();
    private final Map<String, Moment> named = new LinkedHashMap<>();

    MomentChecks(World world, Vocabulary vocabulary, Problems problems) {
        this.world = world;
        this.vocabulary = vocabulary;
        this.problems = problems;
        this.boundaries = new BoundaryChecks(world, vocabulary, problems);
    }

    static List<String> messageNames() {
        List<String> names = new ArrayList<>();
        for (Message.Type type : Message.Type.values()) {
            names.add(type.wireName());
        }
        return names;
    }

    void check() {
        names();
        for (int i = 0; i < world.moments().size(); i++) {
            moment("moments[" + i + "].moment", world.moments().get(i).moment());
        }
        for (int i = 0; i < world.requests().size(); i++) {
            RequestSpec request = world.requests().get(i);
            moment("requests[" + i + "].arrival", request.arrival());
            if (request.dispatch() instanceof Dispatch.Legs legs) {
                moment("requests[" + i + "].dispatch.produce", legs.produce());
                moment("requests[" + i + "].dispatch.consume", legs.consume());
            }
        }
        for (int i = 0; i < world.workloads().size(); i++) {
            moment("workloads[" + i + "].start", world.workloads().get(i).start());
        }
        for (int i = 0; i < world.faults().size(); i++) {
            if (!(world.faults().get(i).at() instanceof Moment.Any)) {
                moment("faults[" + i + "].at", world.faults().get(i).at());
            }
            moment("faults[" + i + "].until", world.faults().get(i).until());
        }
        moment("heal", world.heal());
        cycles();
    }

    private void names() {
        for (int i = 0; i < world.moments().size(); i++) {
            NamedMoment moment = world.moments().get(i);
            name("moments[" + i + "].name", moment.name(), moment.moment());
        }
        for (int i = 0; i < world.requests().size(); i++) {
            RequestSpec request = world.requests().get(i);
            if (!named.containsKey(request.id())
                    || !paths.getOrDefault(request.id(), "").startsWith("requests")) {
                name("requests[" + i + "].id", request.id(), request.arrival());
            }
        }
        for (int i = 0; i < world.workloads().size(); i++) {
            WorkloadSpec workload = world.workloads().get(i);
            name("workloads[" + i + "].name", workload.name(), workload.start());
        }
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec fault = world.faults().get(i);
            String name = fault.name();
            if (name != null) {
                name("faults[" + i + "].name", name, fault.at());
            }
        }
    }

    private void name(String path, String name, Moment moment) {
        if (name.equals(ANY)) {
            problems.add(path, "\"any\" stands for a moment that is left open; choose another name");
        }
        String earlier = paths.putIfAbsent(name, path);
        if (earlier == null) {
            named.put(name, moment);
        } else {
            problems.add(
                    path,
                    "\"" + name + "\" is already the name of " + earlier + "; moments, faults, requests"
                            + " and workloads share their names");
        }
    }

    private void moment(String path, @Nullable Moment moment) {
        if (moment instanceof Moment.Any) {
            problems.add(path, "only the moment when a fault strikes can be left open (any)");
        }
        if (moment instanceof Moment.At at) {
            problems.range(path + ".nanos", at.nanos(), 0, MAX_NANOS, " ns");
        } else if (moment instanceof Moment.After after) {
            problems.range(path + ".nth", after.nth(), 1, Long.MAX_VALUE, "");
            problems.range(path + ".delay_nanos", after.delayNanos(), 0, MAX_NANOS, " ns");
            boundaries.check(path + ".after", after.after());
            Boundary before = after.before();
            if (before != null) {
                boundaries.check(path + ".before", before);
            }
        } else if (moment instanceof Moment.Edge edge) {
            problems.range(path + ".nth", edge.nth(), 1, Long.MAX_VALUE, "");
            problems.known(path + ".row", "deadline row", edge.row(), vocabulary.deadlineRows());
            String peer = edge.peer();
            if (peer != null) {
                problems.known(path + ".peer", "peer", peer, PeerChecks.names(world));
            }
        } else if (moment instanceof Moment.Relative relative) {
            problems.range(path + ".delay_nanos", relative.delayNanos(), 0, MAX_NANOS, " ns");
            problems.known(path + ".name", "moment, fault, request or workload", relative.name(), paths.keySet());
        }
    }

    private void cycles() {
        Set<String> reported = new LinkedHashSet<>();
        for (String start : named.keySet()) {
            List<String> way = new ArrayList<>();
            String name = start;
            while (name != null && !way.contains(name)) {
                way.add(name);
                name = named.get(name) instanceof Moment.Relative relative ? relative.name() : null;
            }
            if (name != null && name.equals(start) && reported.addAll(way)) {
                way.add(start);
                problems.add(
                        paths.getOrDefault(start, start),
                        "never comes, because it waits for itself: " + String.join(" → ", way));
            }
        }
    }
}
