package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a producer owes to a peer that fetches: one answer, truthful, when nothing of the round runs (7, 10, 11, 12). */
final class DemandLaws {

    private static final class Demand {
        final String peer;
        final long connection;
        final Message.Fetch fetch;
        final Set<Long> running = new LinkedHashSet<>();
        final Set<Long> written = new LinkedHashSet<>();
        boolean accepted;
        boolean closed;

        Demand(String peer, long connection, Message.Fetch fetch) {
            this.peer = peer;
            this.connection = connection;
            this.fetch = fetch;
        }

        boolean is(long onConnection, String request, long round) {
            return connection == onConnection && fetch.request().equals(request) && fetch.round() == round;
        }
    }

    private record RoundId(long connection, String request, long round) {}

    private final List<Demand> demands = new ArrayList<>();
    private final Map<RoundId, Integer> abortsOwed = new LinkedHashMap<>();
    private final Map<RoundId, Integer> demandsBeforeAbort = new LinkedHashMap<>();

    void onTaken(String peer, long connection, Message message) {
        if (message instanceof Message.Fetch fetch) {
            if (fetch.terminal()) {
                for (Demand demand : demands) {
                    if (demand.connection == connection
                            && demand.fetch.request().equals(fetch.request())) {
                        demand.closed = true;
                    }
                }
            } else {
                demands.add(new Demand(peer, connection, fetch));
            }
        } else if (message instanceof Message.AbortFetch abort) {
            RoundId id = new RoundId(connection, abort.request(), abort.round());
            abortsOwed.merge(id, 1, Integer::sum);
            demandsBeforeAbort.put(id, demands.size());
            for (Demand demand : demands) {
                demand.closed |= demand.is(connection, abort.request(), abort.round());
            }
        }
    }

    void onAccepted(String peer, String request, long round) {
        for (int i = demands.size() - 1; i >= 0; i--) {
            Demand demand = demands.get(i);
            if (demand.peer.equals(peer) && demand.fetch.request().equals(request) && demand.fetch.round() == round) {
                demand.accepted = true;
                return;
            }
        }
        throw new LawBroken("10", "demand of request " + request + " that no peer made");
    }

    void onSessionClosed(String peer) {
        for (Demand demand : demands) {
            demand.closed |= demand.peer.equals(peer);
        }
    }

    /** A write starts into a peer's slot. */
    void onWrite(long transfer, String peer, long remoteSlot, BlockKey content) {
        Demand demand = wanting(peer, remoteSlot);
        if (demand == null) {
            throw new LawBroken(
                    "I2",
                    "write " + transfer + " into slot " + remoteSlot + ", which " + peer
                            + " does not demand (any more)");
        }
        BlockKey wanted = keyAt(demand, remoteSlot);
        if (!content.equals(wanted)) {
            throw new LawBroken("I11", "write " + transfer + " puts " + content + " where " + wanted + " is wanted");
        }
        demand.running.add(transfer);
    }

    private @Nullable Demand wanting(String peer, long remoteSlot) {
        Demand found = null;
        for (Demand demand : demands) {
            if (demand.peer.equals(peer) && !demand.closed && indexOf(demand, remoteSlot) >= 0) {
                found = demand;
            }
        }
        return found;
    }

    private static int indexOf(Demand demand, long slot) {
        for (int i = 0; i < demand.fetch.blockIndexes().size(); i++) {
            if (demand.fetch.blockIndexes().get(i) == slot) {
                return i;
            }
        }
        return -1;
    }

    private static BlockKey keyAt(Demand demand, long slot) {
        return demand.fetch.keys().get(indexOf(demand, slot));
    }

    void onLanded(long transfer, long remoteSlot, boolean success) {
        for (Demand demand : demands) {
            if (demand.running.contains(transfer) && success) {
                demand.written.add(remoteSlot);
            }
        }
    }

    void onEnded(long transfer) {
        demands.forEach(demand -> demand.running.remove(transfer));
    }

    void onSent(long connection, Message message) {
        if (message instanceof Message.TransferDone done) {
            onDone(connection, done);
        } else if (message instanceof Message.AbortAck ack) {
            onAck(connection, ack);
        }
    }

    private void onDone(long connection, Message.TransferDone done) {
        for (int i = demands.size() - 1; i >= 0; i--) {
            Demand demand = demands.get(i);
            if (!demand.is(connection, done.request(), done.round()) || demand.closed) {
                continue;
            }
            demand.closed = true;
            if (!demand.running.isEmpty()) {
                throw new LawBroken("12", done + " while writes " + demand.running + " run");
            }
            if (done.success() && demand.written.size() < demand.fetch.keys().size()) {
                throw new LawBroken("7", done + ", but only slots " + demand.written + " were written");
            }
            return;
        }
        throw new LawBroken("10", done + " for a round without open demand");
    }

    private void onAck(long connection, Message.AbortAck ack) {
        RoundId id = new RoundId(connection, ack.request(), ack.round());
        int owed = abortsOwed.getOrDefault(id, 0);
        if (owed == 0) {
            throw new LawBroken("11", ack + " that nobody asked for");
        }
        abortsOwed.put(id, owed - 1);
        int before = demandsBeforeAbort.getOrDefault(id, 0);
        for (int i = 0; i < before; i++) {
            Demand demand = demands.get(i);
            if (demand.is(connection, ack.request(), ack.round()) && !demand.running.isEmpty()) {
                throw new LawBroken("12", ack + " while writes " + demand.running + " run");
            }
        }
    }

    void checkAtRest() {
        for (Demand demand : demands) {
            if (demand.accepted && !demand.closed) {
                throw new LawBroken("10", "never answered: " + demand.fetch);
            }
        }
    }
}
