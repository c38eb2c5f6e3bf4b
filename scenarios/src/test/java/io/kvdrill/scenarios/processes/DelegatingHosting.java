package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Passes everything on to another hosting; what a test wants to be different it overrides. */
class DelegatingHosting implements Hosting {
    private final Hosting inner;

    DelegatingHosting(Hosting inner) {
        this.inner = inner;
    }

    /** Opens what another opens, wrapped. */
    record Opener(Hosting.Opener inner, UnaryOperator<Hosting> wrapper) implements Hosting.Opener {
        @Override
        public boolean overNixl() {
            return inner.overNixl();
        }

        @Override
        public Hosting open(World world) {
            return wrapper.apply(inner.open(world));
        }
    }

    /** Whether a peer is the first of its world. */
    final boolean first(PeerSpec peer) {
        return peer.equals(placed().peers().get(0));
    }

    @Override
    public World placed() {
        return inner.placed();
    }

    @Override
    public @Nullable Seat seat(int bindPort) {
        return inner.seat(bindPort);
    }

    @Override
    public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd) throws IOException {
        return inner.start(peer, life, onReport, onEnd);
    }

    @Override
    public long ourNanos(PeerSpec peer, long itsNanos) {
        return inner.ourNanos(peer, itsNanos);
    }

    @Override
    public String errors() {
        return inner.errors();
    }

    @Override
    public long uncertaintyNanos() {
        return inner.uncertaintyNanos();
    }

    @Override
    public void expectWhole() {
        inner.expectWhole();
    }

    @Override
    public String about() {
        return inner.about();
    }

    @Override
    public void close() {
        inner.close();
    }
}
