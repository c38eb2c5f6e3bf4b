package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Processes of this host, at ports of the loopback interface. */
final class LocalHosting implements Hosting {
    private final World placed;
    private final DataPlane data;
    private final Path errors;

    private LocalHosting(World world, DataPlane data) {
        this.placed = HostAddresses.on(world);
        this.data = data;
        if (data.nixlLibrary() == null) {
            Room.check(placed);
        }
        try {
            this.errors = ErrorFile.create();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a file for the errors of peers: " + e.getMessage(), e);
        }
    }

    /** What opens it. */
    record Opener(DataPlane data) implements Hosting.Opener {
        @Override
        public boolean overNixl() {
            return data.nixlLibrary() != null;
        }

        @Override
        public Hosting open(World world) {
            return new LocalHosting(world, data);
        }
    }

    @Override
    public World placed() {
        return placed;
    }

    @Override
    public Seat seat(int bindPort) {
        return new Seat("", bindPort, AllowedHosts.loopback().entries(), Seat.Data.of(data));
    }

    @Override
    public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd) throws IOException {
        return new NodeProcess(
                peer.name() + "-" + life,
                Redirect.appendTo(errors.toFile()),
                line -> onReport.accept(Wire.report(line)),
                onEnd);
    }

    @Override
    public long ourNanos(PeerSpec peer, long itsNanos) {
        return itsNanos;
    }

    @Override
    public String errors() {
        return errors.toString();
    }

    @Override
    public long uncertaintyNanos() {
        return 0;
    }

    @Override
    public String about() {
        return "real processes of one host, blocks over " + data;
    }

    @Override
    public void close() {
        if (data.nixlLibrary() == null) {
            Room.tidy(); // what was killed has left its blocks
        }
        try {
            for (String line : Files.readAllLines(errors)) {
                System.err.println("peer: " + line);
            }
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what peers said: " + e.getMessage(), e);
        }
    }
}
