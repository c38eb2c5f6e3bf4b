package io.kvdrill.bench;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * One sweep of a tier that has nothing to do, beside more and more that exists: idle sessions, parked stores, writes in
 * flight to other peers, deadlines.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
public class SweepBenchmark extends NanosPerOperation {

    /** What there is much of. */
    public enum Crowd {
        /** One session. */
        NONE(1, 0, 0),
        /** Sessions that are idle. */
        SESSIONS(1_000, 0, 0),
        /** Stores that nobody has fetched, each with a deadline of its own. */
        PARKED(1, 100_000, 0),
        /** Writes in flight, each with a deadline of its own. */
        IN_FLIGHT(200, 0, 20_000),
        /** All of it. */
        ALL(1_000, 100_000, 20_000);

        private final int sessions;
        private final int parked;
        private final int writes;

        Crowd(int sessions, int parked, int writes) {
            this.sessions = sessions;
            this.parked = parked;
            this.writes = writes;
        }
    }

    /** What there is much of. */
    @Param
    public Crowd crowd = Crowd.NONE;

    private TierBench bench = new TierBench(Preset.HARDENED);
    private long now;

    /** Makes it. */
    @Setup
    public void gather() {
        bench = TierBench.unwatched(
                Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 10_000L).with(Rows.MAX_OPEN_IDS_PER_PEER, 1_000_000L));
        for (int i = 0; i < crowd.sessions; i++) {
            bench.receive(peer(i), Peers.connect(peer(i), 1L), Peers.ack(peer(i), 1L));
        }
        settle();
        for (int i = 0; i < crowd.parked; i++) {
            bench.store(bench.opened(Peers.producer("parked" + i)), "a");
        }
        for (int i = 0; i < crowd.writes; i++) {
            RequestContext request = bench.opened(Peers.producer("written" + i));
            bench.store(request, "a");
            bench.receive(peer(i % crowd.sessions), Peers.fetch("written" + i, 0, i % 50, "a"));
        }
        settle();
        int writes = bench.data.inFlight().size();
        if (bench.tier.sizes().sessions() != crowd.sessions
                || bench.tier.sizes().parkedIds() != crowd.parked
                || writes != crowd.writes) {
            throw new IllegalStateException(bench.tier.sizes() + ", writes " + writes);
        }
        bench.control.hush();
        bench.data.hush();
        now = bench.now();
    }

    private static String peer(int i) {
        return "h" + i + ".example:1";
    }

    private void settle() {
        for (int i = 0; i < 4; i++) {
            bench.step();
        }
        bench.control.takeSent();
    }

    /** One sweep. */
    @Benchmark
    public Object sweep() {
        return bench.tier.getFinishedJobs(now);
    }

    /** All that a step asks of a tier. */
    @Benchmark
    public Object step() {
        Object results = bench.tier.getFinishedJobs(now);
        bench.tier.serveExternalRequests(now, bench.parent);
        bench.tier.onScheduleEnd(now);
        return results;
    }
}
