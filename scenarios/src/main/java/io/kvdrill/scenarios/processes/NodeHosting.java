package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.processes.NodeWire.Lease;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Processes at nodes that are running already, each at its node's address. */
final class NodeHosting implements Hosting {
    /** Clocks that are known no better say little about what came first. */
    private static final long MOST_UNCERTAIN_NANOS = 100_000_000L;

    private final HostNodes nodes;
    private final World placed;
    private final Map<String, LeasedNode> leased = new LinkedHashMap<>();

    private NodeHosting(HostNodes nodes, World world) {
        this.nodes = nodes;
        this.placed = nodes.placed(world);
        Dials.expect(nodes, placed);
        String run = UUID.randomUUID().toString().replace("-", "");
        List<String> ids = placed.peers().stream().map(PeerSpec::id).toList();
        boolean faults = world.faults().stream().anyMatch(fault -> Refusals.strikesProcesses(fault.fault()));
        try {
            for (PeerSpec peer : placed.peers()) {
                Lease lease = new Lease(run, Version.text(), ids, faults, (long) Room.bytes(peer, placed.model()));
                leased.put(peer.name(), new LeasedNode(peer.name(), nodes.client(peer.name()), lease));
            }
            refuseUncertainClocks();
        } catch (UncheckedIOException e) {
            leased.values().forEach(LeasedNode::close);
            throw e;
        }
    }

    /** What opens it. */
    record Opener(HostNodes nodes) implements Hosting.Opener {
        @Override
        public boolean overNixl() {
            return nodes.overNixl();
        }

        @Override
        public Hosting open(World world) {
            return new NodeHosting(nodes, world);
        }
    }

    private void refuseUncertainClocks() {
        leased.forEach((name, node) -> {
            if (node.uncertaintyNanos() > MOST_UNCERTAIN_NANOS) {
                String message = "node " + name + ": its clock is known within "
                        + Texts.about(node.uncertaintyNanos()) + " only, which puts nothing in order; at most "
                        + Texts.duration(MOST_UNCERTAIN_NANOS) + " will do";
                throw new UncheckedIOException(message, new IOException(message));
            }
        });
    }

    @Override
    public World placed() {
        return placed;
    }

    @Override
    public @Nullable Seat seat(int bindPort) {
        return null;
    }

    @Override
    public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd) throws IOException {
        return Objects.requireNonNull(leased.get(peer.name())).start(life, onReport, onEnd);
    }

    @Override
    public long ourNanos(PeerSpec peer, long itsNanos) {
        return itsNanos - Objects.requireNonNull(leased.get(peer.name())).offsetNanos();
    }

    @Override
    public String errors() {
        return "what its node printed";
    }

    @Override
    public long uncertaintyNanos() {
        List<Long> all = new ArrayList<>();
        leased.values().forEach(node -> all.add(node.uncertaintyNanos()));
        all.sort(null);
        int many = all.size();
        return many == 0 ? 0 : many == 1 ? all.get(0) : all.get(many - 1) + all.get(many - 2);
    }

    @Override
    public void expectWhole() {
        leased.values().forEach(LeasedNode::expectAlive);
    }

    @Override
    public String about() {
        return "real processes at " + nodes + ", blocks over " + nodes.over() + "; times of two peers compare within "
                + Texts.about(uncertaintyNanos());
    }

    @Override
    public void close() {
        leased.values().forEach(LeasedNode::close);
    }
}
