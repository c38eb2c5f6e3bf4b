package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.calibrate.Calibration;
import io.kvdrill.scenarios.calibrate.Round;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.processes.ProbeOrder.Measure;
import io.kvdrill.scenarios.processes.ProbeOrder.ProbeStart;
import io.kvdrill.scenarios.processes.ProbeReport.Measured;
import io.kvdrill.scenarios.processes.ProbeReport.PeerLost;
import io.kvdrill.scenarios.processes.ProbeReport.ProbeReady;
import io.kvdrill.scenarios.processes.ProbeReport.Region;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets two processes, here or at two nodes, measure what is between them. */
public final class Probing {
    private static final long SMALL = 4 << 10;
    private static final long LARGE = 1 << 20;
    private static final int TOKENS = 16;
    private static final ToDo LITTLE = new ToDo(1, 1, 1);
    private static final long PATIENCE_SECONDS = 120;
    private static final long WORD_SECONDS = 40;

    /** How often things are measured. */
    private record ToDo(int roundTrips, int registrations, int writes) {}

    private final Hosting.Opener hosts;
    private final List<String> names;
    private final boolean strikes;
    private final ToDo toDo;

    private Probing(Hosting.Opener hosts, List<String> names, boolean strikes, ToDo toDo) {
        this.hosts = hosts;
        this.names = names;
        this.strikes = strikes;
        this.toDo = toDo;
    }

    /**
     * Between two processes of this host.
     *
     * @param data what moves blocks
     * @param roundTrips how many round trips are measured in each round; a tenth as many writes
     */
    public static Probing here(DataPlane data, int roundTrips) {
        return new Probing(new LocalHosting.Opener(data), List.of("from", "to"), true, often(roundTrips));
    }

    /**
     * Between processes at two nodes, which have been asked: from the first to the second.
     *
     * @param roundTrips how many round trips are measured in each round; a tenth as many writes
     */
    public static Probing at(HostNodes nodes, int roundTrips) {
        return new Probing(new NodeHosting.Opener(nodes), nodes.names(), nodes.allowFaults(), often(roundTrips));
    }

    private static ToDo often(int roundTrips) {
        return new ToDo(roundTrips, 20, Math.max(3, roundTrips / 10));
    }

    /**
     * Measures.
     *
     * @param progress told what is measured next, for people
     * @throws UncheckedIOException if something cannot be measured, saying why
     */
    public Calibration run(Consumer<String> progress) {
        List<Round> rounds = new ArrayList<>();
        for (long[] size : new long[][] {{SMALL, 1_024}, {SMALL, 8_192}, {LARGE, 64}}) {
            progress.accept(Texts.counted(size[1], "block") + " of " + Texts.bytes(size[0]));
            try (Pair pair = new Pair(world(size[0], size[1], false))) {
                rounds.add(pair.measure(toDo));
            }
        }
        return new Calibration(rounds, strikes ? lost(progress, false) : null, strikes ? lost(progress, true) : null);
    }

    private Long lost(Consumer<String> progress, boolean stops) {
        progress.accept(stops ? "a peer that stands still" : "the death of a peer");
        try (Pair pair = new Pair(world(SMALL, 16, stops))) {
            pair.measure(LITTLE);
            return pair.lost(stops);
        }
    }

    /** Nodes want to know of a run beforehand whether it stops processes. */
    private World world(long blockBytes, long blocks, boolean stops) {
        List<PeerSpec> peers = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            peers.add(PeerSpec.of(names.get(i), "10.0.0." + (i + 1)).withSlots((int) blocks));
        }
        WorldBuilder world = World.called("calibrate").model(blockBytes, TOKENS).peers(peers.toArray(PeerSpec[]::new));
        return stops
                ? world.fault(FaultSpec.of(new Moment.At(0), new Fault.Pause(names.get(1))))
                        .build()
                : world.build();
    }

    /** Two processes that live. */
    private final class Pair implements AutoCloseable {
        private final Hosting hosting;
        private final Probe from;
        private final Probe to;

        Pair(World world) {
            this.hosting = hosts.open(world);
            List<PeerSpec> peers = hosting.placed().peers();
            try {
                this.from = new Probe(peers.get(0), hosting);
                this.to = new Probe(peers.get(1), hosting);
            } catch (RuntimeException e) {
                hosting.close();
                throw e;
            }
        }

        Round measure(ToDo what) {
            from.region();
            from.order(new Measure(to.spec.id(), to.region(), what.roundTrips(), what.registrations(), what.writes()));
            return from.await(Measured.class, PATIENCE_SECONDS, "what it measured")
                    .round();
        }

        /** How long it takes until the other is lost that is killed or stopped now. */
        long lost(boolean stops) {
            long now = System.nanoTime();
            if (stops) {
                to.process.signal("STOP");
            } else {
                to.process.close();
            }
            long its = from.await(PeerLost.class, WORD_SECONDS, "that the other is lost")
                    .nanos();
            if (stops) {
                to.process.signal("CONT");
            }
            return Math.max(0, hosting.ourNanos(from.spec, its) - now);
        }

        @Override
        public void close() {
            from.process.close();
            to.process.close();
            hosting.close();
        }
    }

    /** One of them. */
    private static final class Probe {
        private final PeerSpec spec;
        private final PeerProcess process;
        private final LinkedBlockingQueue<Report> reports = new LinkedBlockingQueue<>();
        private @Nullable Region region;

        Probe(PeerSpec spec, Hosting hosting) {
            this.spec = spec;
            try {
                this.process = hosting.start(
                        spec,
                        1,
                        reports::add,
                        () -> reports.add(new Report.Failed(
                                "the process of " + spec.name() + " ended; see " + hosting.errors())));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start the process of " + spec.name() + ": " + e, e);
            }
            order(new ProbeStart(spec, hosting.placed().model(), 1, hosting.seat(0)));
        }

        void order(ProbeOrder order) {
            process.order(order.givenAfter(0));
        }

        Region region() {
            Region known = region;
            if (known == null) {
                known = await(ProbeReady.class, WORD_SECONDS, "that it is ready")
                        .region();
                region = known;
            }
            return known;
        }

        <T extends ProbeReport> T await(Class<T> kind, long seconds, String what) {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < until) {
                Report report = take(until - System.nanoTime());
                if (kind.isInstance(report)) {
                    return kind.cast(report);
                }
                if (report instanceof Report.Failed failed) {
                    throw new UncheckedIOException(failed.message(), new IOException(failed.message()));
                }
            }
            String late = spec.name() + " does not say " + what + " within " + seconds + " s";
            throw new UncheckedIOException(late, new IOException(late));
        }

        private @Nullable Report take(long nanos) {
            try {
                return reports.poll(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this thread", e);
            }
        }
    }
}
