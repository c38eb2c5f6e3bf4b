package io.kvdrill.sim.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who gets how much. A write runs at the least of three equal shares: of its link, of its source's card, of its
 * destination's. What a write that is held back elsewhere leaves over goes unused. Rates are whole bytes per second and
 * change only when a write on the same cards begins or ends.
 */
final class Bandwidth {
    private static final long UNLIMITED = 1_000_000_000_000_000L;

    private record Link(SimDataTransport from, SimDataTransport to) {
        static Link of(Transfer transfer) {
            return new Link(transfer.source(), transfer.target());
        }
    }

    /** The writes that use one end of a peer's network card now. */
    private final Map<SimDataTransport, Set<Transfer>> outgoing = new LinkedHashMap<>();

    private final Map<SimDataTransport, Set<Transfer>> incoming = new LinkedHashMap<>();
    private final Map<Link, Integer> onLinks = new LinkedHashMap<>();
    private final SimFabric fabric;

    Bandwidth(SimFabric fabric) {
        this.fabric = fabric;
    }

    void join(Transfer transfer) {
        outgoing.computeIfAbsent(transfer.source(), any -> new LinkedHashSet<>())
                .add(transfer);
        incoming.computeIfAbsent(transfer.target(), any -> new LinkedHashSet<>())
                .add(transfer);
        onLinks.merge(Link.of(transfer), 1, Integer::sum);
        share(transfer);
    }

    void leave(Transfer transfer) {
        boolean shared = remove(outgoing, transfer.source(), transfer);
        remove(incoming, transfer.target(), transfer);
        if (shared) {
            if (onLinks.merge(Link.of(transfer), -1, Integer::sum) == 0) {
                onLinks.remove(Link.of(transfer));
            }
            share(transfer);
        }
    }

    private static boolean remove(
            Map<SimDataTransport, Set<Transfer>> writes, SimDataTransport end, Transfer transfer) {
        Set<Transfer> there = writes.get(end);
        if (there == null || !there.remove(transfer)) {
            return false;
        }
        if (there.isEmpty()) {
            writes.remove(end);
        }
        return true;
    }

    /** Sets the rates of all writes on the cards of one that came or went. */
    private void share(Transfer changed) {
        Set<Transfer> affected = new LinkedHashSet<>(outgoing.getOrDefault(changed.source(), Set.of()));
        affected.addAll(incoming.getOrDefault(changed.target(), Set.of()));
        List<Transfer> writes = new ArrayList<>(affected);
        for (Transfer write : writes) {
            write.rate(rateOf(write));
        }
    }

    private long rateOf(Transfer write) {
        Set<Transfer> out = outgoing.getOrDefault(write.source(), Set.of());
        Set<Transfer> in = incoming.getOrDefault(write.target(), Set.of());
        int onLink = onLinks.getOrDefault(Link.of(write), 1);
        long link = limit(
                fabric.linkBetween(write.source().peer(), write.target().peer()).bytesPerSecond());
        long rate = link / onLink;
        rate = Math.min(rate, limit(write.source().endpoint().nicBytesPerSecond()) / out.size());
        rate = Math.min(rate, limit(write.target().endpoint().nicBytesPerSecond()) / in.size());
        return Math.max(1, rate);
    }

    private static long limit(long bytesPerSecond) {
        return bytesPerSecond <= 0 ? UNLIMITED : bytesPerSecond;
    }
}
