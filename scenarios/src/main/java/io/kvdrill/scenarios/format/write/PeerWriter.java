package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.Optional;

/** Peers, their links and data planes, and the model. */
final class PeerWriter {
    private PeerWriter() {}

    static Fields model(Model model) {
        Model usual = Model.DEFAULT;
        return new Fields()
                .put("kv_block", Texts.bytes(model.blockBytes()), model.blockBytes() == usual.blockBytes())
                .put(
                        "tokens_per_block",
                        Integer.toString(model.tokensPerBlock()),
                        model.tokensPerBlock() == usual.tokensPerBlock());
    }

    static Fields peers(World world) {
        Fields peers = new Fields();
        for (PeerSpec peer : world.peers()) {
            peers.put(peer.name(), peer(peer, peers.entries().size() + 1));
        }
        return peers;
    }

    private static Fields peer(PeerSpec peer, int number) {
        PeerSpec usual =
                PeerSpec.of(peer.name(), "10." + (number >> 16) + "." + (number >> 8 & 0xFF) + "." + (number & 0xFF));
        Long block = peer.blockBytes();
        return new Fields()
                .put("host", peer.host(), peer.host().equals(usual.host()))
                .put("port", Integer.toString(peer.port()), peer.port() == usual.port())
                .put("rank", Integer.toString(peer.rank()), peer.rank() == usual.rank())
                .put("slots", Integer.toString(peer.slots()), peer.slots() == usual.slots())
                .put(
                        "prefill",
                        peer.prefillTokensPerSecond() + " tok/s",
                        peer.prefillTokensPerSecond() == usual.prefillTokensPerSecond())
                .put(
                        "prefill_chunk",
                        Integer.toString(peer.prefillChunkTokens()),
                        peer.prefillChunkTokens() == usual.prefillChunkTokens())
                .put("step", Texts.duration(peer.stepNanos()), peer.stepNanos() == usual.stepNanos())
                .put("idle_tick", Texts.duration(peer.idleTickNanos()), peer.idleTickNanos() == usual.idleTickNanos())
                .put("tick_phase", Texts.duration(peer.tickPhaseNanos()), peer.tickPhaseNanos() == 0)
                .put("control_tick", Texts.duration(peer.controlTickNanos()), peer.controlTickNanos() == 0)
                .put(
                        "gpu_copy",
                        Texts.bandwidth(peer.gpuCopyBytesPerSecond()),
                        peer.gpuCopyBytesPerSecond() == usual.gpuCopyBytesPerSecond())
                .put("hash_seed", peer.hashSeed(), peer.hashSeed().equals(usual.hashSeed()))
                .put(
                        "fingerprint",
                        peer.fingerprint().isEmpty() ? "none" : peer.fingerprint(),
                        peer.fingerprint().equals(usual.fingerprint()))
                .put(
                        "failure_domain",
                        peer.failureDomain(),
                        peer.failureDomain().isEmpty())
                .put("kv_block", Optional.ofNullable(block).map(bytes -> new Scalar(Texts.bytes(bytes))))
                .put("clock_offset", Texts.duration(peer.clockOffsetNanos()), peer.clockOffsetNanos() == 0)
                .put("clock_drift", peer.clockDriftPpm() + "ppm", peer.clockDriftPpm() == 0);
    }

    static Fields links(World world) {
        Fields links = new Fields()
                .putUnlessEmpty("control", control(world.control()))
                .putUnlessEmpty("data", data(world.data()));
        if (!world.links().isEmpty()) {
            links.put(
                    "between",
                    new Items(world.links().stream()
                            .<YamlOut>map(PeerWriter::between)
                            .toList()));
        }
        return links;
    }

    private static Fields between(LinkOverride link) {
        return new Fields()
                .put("from", link.from())
                .put("to", link.to())
                .put("both_ways", "false", link.bothWays())
                .put("control", Optional.ofNullable(link.control()).map(PeerWriter::control))
                .put("data", Optional.ofNullable(link.data()).map(PeerWriter::data));
    }

    private static Fields control(ControlLink link) {
        ControlLink usual = ControlLink.DEFAULT;
        Fields fields = new Fields();
        if (!link.rtt().equals(usual.rtt())) {
            fields.put("rtt", latency(link.rtt()));
        }
        return fields.put("bandwidth", Texts.bandwidth(link.bytesPerSecond()), link.bytesPerSecond() == 0)
                .put(
                        "high_water_mark",
                        Integer.toString(link.highWaterMark()),
                        link.highWaterMark() == usual.highWaterMark());
    }

    private static Fields data(DataLink link) {
        DataLink usual = DataLink.DEFAULT;
        Fields fields = new Fields()
                .put(
                        "bandwidth",
                        Texts.bandwidth(link.bytesPerSecond()),
                        link.bytesPerSecond() == usual.bytesPerSecond());
        if (!link.latency().equals(usual.latency())) {
            fields.put("latency", latency(link.latency()));
        }
        return fields.put(
                "per_block",
                perBlock(link.nanosPerDescriptor()),
                link.nanosPerDescriptor() == usual.nanosPerDescriptor());
    }

    static YamlOut latency(Latency latency) {
        if (latency instanceof Latency.Fixed fixed) {
            return new Scalar(Texts.duration(fixed.nanos()));
        } else if (latency instanceof Latency.Uniform uniform) {
            return new Fields()
                    .put("from", Texts.duration(uniform.minNanos()))
                    .put("to", Texts.duration(uniform.maxNanos()));
        } else if (latency instanceof Latency.LogNormal normal) {
            return new Fields()
                    .put("median", Texts.duration(normal.medianNanos()))
                    .put("p99", Texts.duration(normal.p99Nanos()));
        }
        throw new UnwritableException("no words for " + latency);
    }

    static Fields dataPlane(DataPlane plane) {
        DataPlane usual = DataPlane.DEFAULT;
        return new Fields()
                .put(
                        "registration",
                        perBlock(plane.registrationNanosPerBlock()),
                        plane.registrationNanosPerBlock() == usual.registrationNanosPerBlock())
                .put(
                        "registration_base",
                        Texts.duration(plane.registrationNanos()),
                        plane.registrationNanos() == usual.registrationNanos())
                .put("cancel_stops_bytes", "true", !plane.cancelStopsBytes())
                .put("fences_outbound", "false", plane.fencesOutbound())
                .put("fences_inbound", "false", plane.fencesInbound())
                .put("fence", Texts.duration(plane.fenceNanos()), plane.fenceNanos() == usual.fenceNanos())
                .put(
                        "death_seen_after",
                        plane.deathDetectionNanos() == Long.MAX_VALUE
                                ? "never"
                                : Texts.duration(plane.deathDetectionNanos()),
                        plane.deathDetectionNanos() == usual.deathDetectionNanos())
                .put("progress_known", "true", !plane.knowsProgress())
                .put(
                        "declared_bandwidth",
                        plane.declaredBytesPerSecond() == 0 ? "none" : Texts.bandwidth(plane.declaredBytesPerSecond()),
                        plane.declaredBytesPerSecond() == usual.declaredBytesPerSecond());
    }

    private static String perBlock(long nanos) {
        return nanos == 0 ? "0" : Texts.duration(nanos) + "/block";
    }
}
