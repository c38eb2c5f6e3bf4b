package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.fault.DataFaults;
import io.kvdrill.sim.world.Fault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can go wrong in the data planes of real processes: writes stand still. Processes that start later are not told. */
final class RealDataFaults implements DataFaults {

    /** One peer's writes to another. */
    private record Way(RealPeer from, RealPeer to) {
        void hold(boolean held) {
            from.order(new Order.Hold(to.spec().id(), held));
        }
    }

    private final List<RealPeer> peers;

    /**
     * Faults.
     *
     * @param peers all peers of the run, once they are there
     */
    RealDataFaults(List<RealPeer> peers) {
        this.peers = peers;
    }

    @Override
    public Lasting partition(String from, @Nullable String to, boolean oneWay) {
        List<Way> ways = ways(from, to);
        if (!oneWay) {
            ways.addAll(ways(to, from));
        }
        return hold(ways);
    }

    @Override
    public Lasting onRegistration(String at, @Nullable String of, Fault.RegistrationFate fate, long extraNanos) {
        throw new IllegalArgumentException("refused before the run: a registration that is " + fate);
    }

    @Override
    public Lasting onWrite(@Nullable String from, @Nullable String to, long nth, Fault.WriteFate fate, long nanos) {
        if (fate != Fault.WriteFate.STALLS || nth != 0) {
            throw new IllegalArgumentException("refused before the run: a write that is " + fate);
        }
        return hold(ways(from, to));
    }

    private static Lasting hold(List<Way> ways) {
        ways.forEach(way -> way.hold(true));
        return () -> ways.forEach(way -> way.hold(false));
    }

    private List<Way> ways(@Nullable String from, @Nullable String to) {
        List<Way> ways = new ArrayList<>();
        for (RealPeer one : peers) {
            for (RealPeer other : peers) {
                boolean meant = (from == null || from.equals(one.spec().id()))
                        && (to == null || to.equals(other.spec().id()))
                        && !one.spec().id().equals(other.spec().id());
                if (meant) {
                    ways.add(new Way(one, other));
                }
            }
        }
        return ways;
    }
}
