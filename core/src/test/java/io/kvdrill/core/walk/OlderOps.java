package io.kvdrill.core.walk;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What comes from lives that are over, in the second of two walks only: connects and acknowledgements of older epochs,
 * what a queue filled for a dead process still holds when its successor reads it, and writes by older registrations that
 * end at last.
 */
final class OlderOps {
    private OlderOps() {}

    /** A write goes by a registration that its peer's present life does not use. */
    static boolean old(ScriptedData.Write write) {
        return write.registration().state() != Registration.State.READY;
    }

    /** A connect or an acknowledgement of a life that was replaced, while a later one is connected. */
    record Announced(String peer, int livesAgo, boolean acknowledges, boolean alone) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.poll();
            Long epoch = walk.epoch(peer);
            Long older = walk.replacedLife(peer, livesAgo);
            if (older == null || !Objects.equals(epoch, introduced(walk, peer)) || !registered(walk, peer)) {
                return;
            }
            if (walk.second) {
                walk.bench.receive(peer, acknowledges ? Peers.ack(peer, older) : Peers.connect(peer, older));
            }
            if (!alone) {
                new Ops.Fetch(peer, "A", 1, 1).run(walk);
            }
            walk.bench.poll();
        }
    }

    /** How the tier learns that a peer's life is over. */
    enum End {
        /** The connection is lost, and that is seen before the next life connects. */
        SEEN,
        /** The loss is seen in the sweep that brings the next life's connect. */
        TOGETHER
    }

    /** A peer is replaced, and what was meant for its former life arrives before the connect of the new one. */
    record Reborn(String peer, End end, List<Message> left, boolean oldAck) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.step();
            if (!walk.bench.control.connected(peer)) {
                return;
            }
            Long before = introduced(walk, peer);
            walk.bench.control.lose(peer);
            if (end == End.SEEN) {
                walk.bench.poll();
            }
            walk.restart(peer);
            if (walk.second) {
                walk.bench.receive(peer, left.toArray(new Message[0]));
            }
            walk.bench.receive(peer, Peers.connect(peer, walk.epoch(peer)));
            if (walk.second && oldAck && before != null) {
                walk.bench.receive(peer, Peers.ack(peer, before));
            }
            walk.bench.poll();
            walk.bench.poll();
            walk.bench.receive(peer, Peers.ack(peer, walk.epoch(peer)));
            walk.bench.poll();
            if (before != null && walk.bench.control.connected(peer)) {
                walk.replaced(peer, before);
            }
        }

        @Override
        public String toString() {
            return "Reborn[" + peer + ", " + end + ", " + left + (oldAck ? ", old ack" : "") + "]";
        }
    }

    /** A write by a registration of a former life ends. */
    record Ended(int write, boolean success) implements Op {
        @Override
        public void run(Walk walk) {
            List<ScriptedData.Write> old =
                    walk.bench.data.inFlight().stream().filter(OlderOps::old).toList();
            if (walk.second && !old.isEmpty()) {
                walk.bench.data.end(old.get(write % old.size()), success);
            }
            walk.bench.poll();
        }
    }

    /** Whether a peer's session lives, and will not die of its registration. */
    private static boolean registered(Walk walk, String peer) {
        List<Registration> all = walk.bench.data.registrations(peer);
        return walk.bench.control.connected(peer)
                && !all.isEmpty()
                && all.get(all.size() - 1).state() == Registration.State.READY;
    }

    /** The life that introduced itself in a peer's session, as the trace tells it. */
    private static @Nullable Long introduced(Walk walk, String peer) {
        Long life = null;
        for (TraceEvent event : walk.bench.trace()) {
            if (event instanceof SessionEvent.SessionOpened opened
                    && opened.peer().equals(peer)) {
                life = null;
            } else if (event instanceof SessionEvent.MessageReceived received
                    && received.peer().equals(peer)
                    && received.message() instanceof Message.Connect connect
                    && connect.epoch() != null) {
                life = life == null ? connect.epoch() : Long.valueOf(Math.max(life, connect.epoch()));
            }
        }
        return life;
    }

    // ---- arbitraries ---------------------------------------------------------------------------------------------

    static Arbitrary<Op> ops() {
        Arbitrary<String> peer = OpArbitraries.peer();
        return Arbitraries.frequencyOf(
                Tuple.of(
                        3,
                        Combinators.combine(
                                        peer,
                                        Arbitraries.integers().between(0, 2),
                                        Arbitraries.of(true, false),
                                        Arbitraries.of(true, false))
                                .as(Announced::new)),
                Tuple.of(
                        4,
                        Combinators.combine(
                                        peer,
                                        Arbitraries.of(End.class),
                                        left().list().ofMaxSize(4),
                                        Arbitraries.of(true, false))
                                .as(Reborn::new)),
                Tuple.of(
                        2,
                        Combinators.combine(Arbitraries.integers().between(0, 2), Arbitraries.of(true, false))
                                .as(Ended::new)),
                Tuple.of(1, Arbitraries.of(true, false).map(on -> new Ops.Hurt(Ops.Trouble.HELD_FENCES, "", on))));
    }

    private static Arbitrary<Message> left() {
        Arbitrary<String> id = Arbitraries.of("A", "B");
        Arbitrary<Long> round = Arbitraries.longs().between(0, 3);
        List<Arbitrary<Message>> kinds = new ArrayList<>();
        kinds.add(Combinators.combine(id, round).as((name, number) -> Peers.fetch(name, number, 900_000, "a")));
        kinds.add(Combinators.combine(id, round).as((name, number) -> Peers.lookup(name, number, "a", "b")));
        kinds.add(Combinators.combine(id, round).as(Peers::terminal));
        kinds.add(Combinators.combine(id, round).as(Peers::abort));
        kinds.add(Combinators.combine(id, round).as(Peers::aborted));
        kinds.add(Combinators.combine(id, round, Arbitraries.of(true, false)).as(Peers::done));
        kinds.add(Combinators.combine(id, round, Arbitraries.of(true, false))
                .as((name, number, hit) -> Peers.answer(name, number, hit, "a")));
        return Arbitraries.oneOf(kinds);
    }
}
