package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a run, as a world of its own: every fault at the time at which it struck, every request at the time at
 * which it came, and every message as long under way as it was. No latency is left to chance: links have fixed ones, and
 * each message that took longer is delayed by a fault of its own.
 */
public final class Schedule {

    /** A message on its way. */
    private record Flight(String from, String to, long sentNanos, long nanos) {}

    private Schedule() {}

    /**
     * The schedule of a run.
     *
     * @param candidate what was run
     * @param result its run, with the trace
     */
    public static Candidate of(Candidate candidate, RunResult result) {
        World world = candidate.world();
        Sighting seen = new Sighting(result);
        List<FaultSpec> faults = new ArrayList<>();
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec struck = struck(world.faults().get(i), seen.struckNanos(i), seen.endedNanos(i));
            if (struck != null) {
                faults.add(struck);
            }
        }
        List<RequestSpec> requests = new ArrayList<>();
        for (int i = 0; i < world.requests().size(); i++) {
            Long arrived = seen.arrivedNanos(i);
            if (arrived != null) {
                requests.add(world.requests().get(i).arriving(Moment.at(arrived)));
            }
        }
        Long healed = seen.healedNanos();
        World scheduled = world.toBuilder()
                .onlyFaults(faults)
                .onlyRequests(requests)
                .healAt(healed == null ? null : Moment.at(healed))
                .build();
        RecordTree tree = new RecordTree();
        return candidate.with(new References(tree).mended(world, withFixedLinks(scheduled, result)));
    }

    private static @Nullable FaultSpec struck(FaultSpec spec, @Nullable Long struck, @Nullable Long ended) {
        if (struck == null) {
            return null;
        }
        boolean stated = spec.forNanos() != null || spec.until() != null;
        Long length = stated && ended != null && ended > struck ? Long.valueOf(ended - struck) : null;
        return new FaultSpec(spec.name(), Moment.at(struck), length, null, spec.fault());
    }

    private static World withFixedLinks(World world, RunResult result) {
        boolean chance = !(world.control().rtt() instanceof Latency.Fixed)
                || world.links().stream()
                        .map(LinkOverride::control)
                        .anyMatch(control -> control != null && !(control.rtt() instanceof Latency.Fixed));
        List<Flight> flights = chance ? flights(world, result) : List.of();
        Map<List<String>, Long> shortest = new LinkedHashMap<>();
        flights.forEach(flight -> shortest.merge(List.of(flight.from(), flight.to()), flight.nanos(), Math::min));
        long usual = shortest.values().stream().mapToLong(nanos -> nanos).min().orElse(1);
        List<LinkOverride> links = new ArrayList<>();
        world.links()
                .forEach(link -> links.add(new LinkOverride(
                        link.from(),
                        link.to(),
                        link.bothWays(),
                        Optional.ofNullable(link.control())
                                .map(control -> fixed(control, usual))
                                .orElse(null),
                        Optional.ofNullable(link.data()).map(Schedule::fixed).orElse(null))));
        List<FaultSpec> faults = new ArrayList<>(world.faults());
        for (Flight flight : flights) {
            long extra = flight.nanos() - usual;
            if (extra > 0) {
                faults.add(FaultSpec.lasting(
                        Moment.at(flight.sentNanos()),
                        1,
                        new Fault.DelayMessages(
                                new Fault.MessageMatch(flight.from(), flight.to(), null, null), extra)));
            }
        }
        return world.toBuilder()
                .control(fixed(world.control(), usual))
                .data(fixed(world.data()))
                .onlyLinks(links)
                .onlyFaults(faults)
                .build();
    }

    private static ControlLink fixed(ControlLink link, long oneWayNanos) {
        Latency rtt = link.rtt() instanceof Latency.Fixed ? link.rtt() : Latency.fixed(2 * oneWayNanos);
        return new ControlLink(rtt, link.bytesPerSecond(), link.highWaterMark());
    }

    private static DataLink fixed(DataLink link) {
        long nanos;
        if (link.latency() instanceof Latency.Uniform uniform) {
            nanos = uniform.minNanos() + (uniform.maxNanos() - uniform.minNanos()) / 2;
        } else if (link.latency() instanceof Latency.LogNormal normal) {
            nanos = normal.medianNanos();
        } else {
            return link;
        }
        return new DataLink(link.bytesPerSecond(), Latency.fixed(nanos), link.nanosPerDescriptor());
    }

    /** A frame that was handed to a socket before its link was up leaves when the link is. */
    private static List<Flight> flights(World world, RunResult result) {
        Map<String, String> names = new LinkedHashMap<>();
        for (PeerSpec peer : world.peers()) {
            names.put(peer.id(), peer.name());
        }
        Map<Long, TraceEntry> sent = new LinkedHashMap<>();
        Map<List<String>, Long> up = new LinkedHashMap<>();
        List<Flight> flights = new ArrayList<>();
        for (TraceEntry entry : result.trace().entries()) {
            if (entry.event() instanceof NetworkEvent.FrameSent frame) {
                sent.put(frame.frame(), entry);
            } else if (entry.event() instanceof NetworkEvent.LinkEstablished link) {
                up.put(List.of(entry.peer(), link.peer()), entry.worldNanos());
            } else if (entry.event() instanceof NetworkEvent.FrameDelivered frame) {
                TraceEntry start = sent.remove(frame.frame());
                String from = start == null ? null : names.get(start.peer());
                String to = names.get(entry.peer());
                if (start != null && from != null && to != null) {
                    long left = Math.max(start.worldNanos(), up.getOrDefault(List.of(start.peer(), entry.peer()), 0L));
                    if (left < entry.worldNanos()) {
                        flights.add(new Flight(from, to, left, entry.worldNanos() - left));
                    }
                }
            }
        }
        return flights;
    }
}
