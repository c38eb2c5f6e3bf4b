package io.kvdrill.sim.world;

import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks of the model, the peers, the links and the warm caches. */
final class PeerChecks {
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;

    private static final long MOST_SLOTS_OF_ALL = 1L << 22;

    private final World world;
    private final Problems problems;
    private final Latencies latencies;

    PeerChecks(World world, Problems problems) {
        this.world = world;
        this.problems = problems;
        this.latencies = new Latencies(problems);
    }

    static List<String> names(World world) {
        List<String> names = new ArrayList<>();
        world.peers().forEach(peer -> names.add(peer.name()));
        return names;
    }

    void check() {
        problems.range("model.block_bytes", world.model().blockBytes(), 1, 1L << 40, " bytes");
        problems.range("model.tokens_per_block", world.model().tokensPerBlock(), 1, 1 << 20, " tokens");
        if (world.peers().isEmpty()) {
            problems.add("peers", "there is none; a world needs at least one peer");
        }
        Map<String, Integer> names = new LinkedHashMap<>();
        Map<String, String> ids = new LinkedHashMap<>();
        for (int i = 0; i < world.peers().size(); i++) {
            PeerSpec peer = world.peers().get(i);
            String path = "peers[" + i + "]";
            Integer earlier = names.putIfAbsent(peer.name(), i);
            if (peer.name().isBlank()) {
                problems.add(path + ".name", "is empty; give the peer a name");
            } else if (earlier != null) {
                problems.add(path + ".name", "\"" + peer.name() + "\" is the name of peers[" + earlier + "], too");
            }
            String owner = ids.putIfAbsent(peer.id(), peer.name());
            if (owner != null) {
                problems.add(
                        path + ".port",
                        "the address " + peer.id() + " is that of peer \"" + owner
                                + "\", too; ports are the base port plus the rank");
            }
            peer(path, peer);
        }
        slotsOfAll();
        links();
        warm();
        plane();
        problems.range("caps.events", world.caps().events(), 1, Long.MAX_VALUE, " events");
        problems.range("caps.virtual_nanos", world.caps().virtualNanos(), 1, MAX_NANOS, " ns");
        problems.range("caps.events_at_one_instant", world.caps().eventsAtOneInstant(), 10, Integer.MAX_VALUE, "");
        if (world.end() instanceof End.AtTime at) {
            problems.range("end.nanos", at.nanos(), 0, world.caps().virtualNanos(), " ns");
        }
    }

    /** Every slot of every peer is held in memory, by the engine model and by the laws. */
    private void slotsOfAll() {
        long slots = world.peers().stream().mapToLong(PeerSpec::slots).sum();
        if (slots > MOST_SLOTS_OF_ALL) {
            problems.add(
                    "peers",
                    "have " + slots + " slots together; at most " + MOST_SLOTS_OF_ALL
                            + ": give them fewer, or leave peers" + " out");
        }
    }

    private void peer(String path, PeerSpec peer) {
        if (peer.host().isBlank()) {
            problems.add(path + ".host", "is empty; give a host name or an address");
        }
        problems.range(path + ".port", peer.port(), 1, 65_535, "");
        problems.range(path + ".rank", peer.rank(), 0, 65_535 - Math.min(65_535, Math.max(0, peer.port())), "");
        problems.range(path + ".slots", peer.slots(), 1, PeerSpec.MOST_SLOTS, " slots");
        problems.range(path + ".prefill_tokens_per_second", peer.prefillTokensPerSecond(), 1, 1L << 40, " tokens/s");
        problems.range(path + ".prefill_chunk_tokens", peer.prefillChunkTokens(), 1, 1 << 30, " tokens");
        problems.range(path + ".step_nanos", peer.stepNanos(), 1, 3_600_000_000_000L, " ns");
        problems.range(path + ".idle_tick_nanos", peer.idleTickNanos(), 1_000, 3_600_000_000_000L, " ns");
        problems.range(
                path + ".tick_phase_nanos", peer.tickPhaseNanos(), 0, Math.max(0, peer.idleTickNanos() - 1), " ns");
        problems.range(path + ".gpu_copy_bytes_per_second", peer.gpuCopyBytesPerSecond(), 1, 1L << 50, " bytes/s");
        Long blockBytes = peer.blockBytes();
        if (blockBytes != null) {
            problems.range(path + ".block_bytes", blockBytes, 1, 1L << 40, " bytes");
        }
        problems.range(path + ".clock_offset_nanos", peer.clockOffsetNanos(), -MAX_NANOS, MAX_NANOS, " ns");
        problems.range(path + ".clock_drift_ppm", peer.clockDriftPpm(), -500_000, 500_000, " ppm");
    }

    private void links() {
        control("control", world.control());
        data("data", world.data());
        List<String> names = names(world);
        for (int i = 0; i < world.links().size(); i++) {
            LinkOverride link = world.links().get(i);
            String path = "links[" + i + "]";
            problems.known(path + ".from", "peer", link.from(), names);
            problems.known(path + ".to", "peer", link.to(), names);
            if (link.from().equals(link.to())) {
                problems.add(path + ".to", "is the same peer as from; a link joins two");
            }
            ControlLink control = link.control();
            if (control != null) {
                control(path + ".control", control);
            }
            DataLink data = link.data();
            if (data != null) {
                data(path + ".data", data);
            }
            if (control == null && data == null) {
                problems.add(path, "changes nothing; state control or data");
            }
        }
    }

    private void control(String path, ControlLink link) {
        // A message takes at least a nanosecond each way: it is never there in the step that sends it.
        latencies.check(path + ".rtt", link.rtt(), 2);
        problems.range(path + ".bytes_per_second", link.bytesPerSecond(), 0, 1L << 50, " bytes/s");
        problems.range(path + ".high_water_mark", link.highWaterMark(), 1, Integer.MAX_VALUE, " messages");
    }

    private void data(String path, DataLink link) {
        problems.range(path + ".bytes_per_second", link.bytesPerSecond(), 1, 1L << 50, " bytes/s");
        latencies.check(path + ".latency", link.latency(), 0);
        problems.range(path + ".nanos_per_descriptor", link.nanosPerDescriptor(), 0, 1_000_000_000L, " ns");
    }

    private void plane() {
        DataPlane plane = world.dataPlane();
        String path = "data_plane";
        problems.range(path + ".registration_nanos", plane.registrationNanos(), 0, MAX_NANOS, " ns");
        problems.range(
                path + ".registration_nanos_per_block", plane.registrationNanosPerBlock(), 0, MAX_NANOS >> 24, " ns");
        problems.range(path + ".fence_nanos", plane.fenceNanos(), 0, MAX_NANOS, " ns");
        problems.range(path + ".declared_bytes_per_second", plane.declaredBytesPerSecond(), 0, 1L << 50, " bytes/s");
        long detection = plane.deathDetectionNanos();
        if (detection != Long.MAX_VALUE) {
            problems.range(path + ".death_detection_nanos", detection, 0, MAX_NANOS, " ns");
        }
    }

    private void warm() {
        for (int i = 0; i < world.warm().size(); i++) {
            WarmCache cache = world.warm().get(i);
            String path = "warm[" + i + "]";
            problems.known(path + ".peer", "peer", cache.peer(), names(world));
            RequestChecks.prompt(problems, path + ".prompt", cache.prompt());
        }
        for (PeerSpec peer : world.peers()) {
            long blocks = 0;
            for (WarmCache cache : world.warm()) {
                if (cache.peer().equals(peer.name())) {
                    blocks +=
                            cache.prompt().tokens() / Math.max(1, world.model().tokensPerBlock());
                }
            }
            if (blocks > peer.slots()) {
                problems.add(
                        "warm",
                        "peer \"" + peer.name() + "\" has " + peer.slots() + " slots and is to start with " + blocks
                                + " blocks");
            }
        }
    }
}
