package io.kvdrill.core.walk;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Inputs that come at one instant: the first of two walks takes them in one sweep, the second in as many as it may; and
 * time that passes without input, in which the first walk does not sweep and the second one does.
 *
 * <p>A sweep hands each session what its peer sent, in the order in which the sessions were opened; then come the
 * completions of its writes, then what was fetched is bound (protocol.md sections 3 and 6.3). So a grouping is legal that
 * keeps the order of sessions and the order of each peer's messages, has no deadline fall due in between, and does not part
 * what one peer's session learns about one request, be it said or the end of a write: the binding of a fetch comes after
 * all that arrived with it, and an abort that finds its write ended is acknowledged at once.
 */
final class SweepOps {
    private static final int MOST_SWEEPS = 20;

    private SweepOps() {}

    /** What a peer says about a request. */
    enum Saying {
        FETCH,
        FETCH_LOOKED,
        LOOKUP,
        ABORT,
        TERMINAL,
        ANSWER
    }

    /** One message. */
    record Said(String peer, Saying saying, String id, int keys) {
        Message message(Walk walk) {
            String[] names = Ops.named(keys);
            return switch (saying) {
                case FETCH -> fetch(walk, walk.round(peer, id, 1), names);
                case FETCH_LOOKED -> fetch(walk, walk.lookedRound(peer, id), names);
                case LOOKUP -> {
                    long round = walk.round(peer, id, 1);
                    walk.looked(peer, id, round);
                    yield Peers.lookup(id, round, names);
                }
                case ABORT -> Peers.abort(id, walk.round(peer, id, 0));
                case TERMINAL -> Peers.terminal(id, walk.round(peer, id, 1));
                case ANSWER -> Peers.done(id, walk.round(peer, id, 0), keys % 2 == 0);
            };
        }

        boolean fetches() {
            return saying == Saying.FETCH || saying == Saying.FETCH_LOOKED;
        }

        /** A fetch of a round that was never fetched. */
        private Message fetch(Walk walk, long first, String... names) {
            long round = first;
            for (ServerEvent.DemandReceived demand : walk.bench.events(ServerEvent.DemandReceived.class)) {
                if (demand.peer().equals(peer) && demand.request().equals(id) && demand.round() >= round) {
                    round = demand.round() + 1;
                }
            }
            walk.round(peer, id, (int) Math.max(1, round - walk.round(peer, id, 0)));
            return Peers.fetch(id, round, walk.freshSlots(names.length), names);
        }
    }

    /** What of a peer's inputs comes in one sweep at least. */
    private record Piece(List<Message> messages, boolean loss, List<ScriptedData.Write> ended) {
        void happen(Walk walk, String peer) {
            walk.bench.receive(peer, messages.toArray(new Message[0]));
            ended.forEach(write -> walk.bench.data.end(write, true));
            if (loss) {
                walk.bench.control.lose(peer);
            }
        }
    }

    /** All of it at one instant: what peers say, connections that are lost and made again, and writes that end. */
    record Together(List<Said> said, List<String> lost, int ending) implements Op {
        @Override
        public void run(Walk walk) {
            if (!settled(walk)) {
                return;
            }
            for (String peer : Walk.PEERS) { // what ends a session in the middle of what its peer said is no grouping
                walk.bench.control.refuseDials(peer, false);
                walk.bench.control.failSends(peer, false);
            }
            Map<String, List<Piece>> pieces = pieces(walk);
            for (String peer : order(walk, pieces.keySet())) {
                boolean was = walk.bench.control.connected(peer);
                for (Piece piece : pieces.getOrDefault(peer, List.of())) {
                    boolean unread = was && !walk.bench.control.connected(peer) && !lost.contains(peer);
                    // What a peer sent on a connection after it was given up is read by nobody.
                    new Piece(unread ? List.of() : piece.messages(), piece.loss(), piece.ended()).happen(walk, peer);
                    if (walk.second) {
                        walk.bench.poll();
                    }
                }
            }
            settled(walk);
        }

        private Map<String, List<Piece>> pieces(Walk walk) {
            Map<String, List<Said>> byPeer = new LinkedHashMap<>();
            Set<List<String>> fetched = new LinkedHashSet<>();
            for (Said one : said) {
                if (one.fetches() && !fetched.add(List.of(one.peer(), one.id()))) {
                    continue; // a round that is fetched twice ends the session, in the middle of what its peer said
                }
                byPeer.computeIfAbsent(one.peer(), first -> new ArrayList<>()).add(one);
            }
            if (lost.stream().anyMatch(walk.bench.control::connected)) {
                // Only one session opens: who is younger than whom is part of what must be equal.
                byPeer.keySet().removeIf(peer -> !walk.bench.control.connected(peer));
            }
            lost.forEach(peer -> byPeer.put(peer, List.of()));
            Map<String, List<ScriptedData.Write>> ended = ended(walk, byPeer.keySet());
            Map<String, List<Piece>> pieces = new LinkedHashMap<>();
            byPeer.forEach((peer, all) ->
                    pieces.put(peer, pieces(walk, peer, all, ended.getOrDefault(peer, List.of()))));
            return pieces;
        }

        private List<Piece> pieces(Walk walk, String peer, List<Said> all, List<ScriptedData.Write> ended) {
            boolean loss = walk.bench.control.connected(peer) && lost.contains(peer);
            List<Message> announced = List.of(Peers.connect(peer, walk.epoch(peer)), Peers.ack(peer, walk.epoch(peer)));
            if (loss) {
                return List.of(new Piece(List.of(), true, ended), new Piece(announced, false, List.of()));
            }
            if (!walk.bench.control.connected(peer)) {
                return List.of(new Piece(announced, false, ended));
            }
            List<Piece> pieces = new ArrayList<>();
            List<ScriptedData.Write> left = new ArrayList<>(ended);
            int from = 0;
            for (int to = 1; to <= all.size(); to++) {
                if (to == all.size()
                        || (ready(walk, peer) && mayPart(all.subList(0, to), all.subList(to, all.size())))) {
                    List<Message> messages = new ArrayList<>();
                    all.subList(from, to).forEach(one -> messages.add(one.message(walk)));
                    List<Said> piece = all.subList(from, to);
                    List<Said> later = all.subList(to, all.size());
                    List<ScriptedData.Write> now = left.stream()
                            .filter(write -> concerns(walk, write, piece) || !concerns(walk, write, later))
                            .toList();
                    left.removeAll(now);
                    pieces.add(new Piece(messages, false, now));
                    from = to;
                }
            }
            return pieces;
        }

        private static boolean concerns(Walk walk, ScriptedData.Write write, List<Said> said) {
            String request = walk.bench.events(ServerEvent.WriteStarted.class).stream()
                    .filter(started -> started.transfer() == write.transfer())
                    .map(ServerEvent.WriteStarted::request)
                    .findFirst()
                    .orElseThrow();
            return said.stream().anyMatch(one -> one.id().equals(request));
        }

        /** Whether what is sent to the peer leaves at once: what waits keeps one order over all requests. */
        private static boolean ready(Walk walk, String peer) {
            boolean ready = false;
            for (TraceEvent event : walk.bench.trace()) {
                if (event instanceof SessionEvent.SessionOpened opened
                        && opened.peer().equals(peer)) {
                    ready = false;
                } else if (event instanceof SessionEvent.SessionReady acknowledged
                        && acknowledged.peer().equals(peer)) {
                    ready = true;
                }
            }
            return ready;
        }

        private static boolean mayPart(List<Said> before, List<Said> after) {
            Set<String> ids = new LinkedHashSet<>();
            before.forEach(one -> ids.add(one.id()));
            return after.stream().noneMatch(one -> ids.contains(one.id()));
        }

        private Map<String, List<ScriptedData.Write>> ended(Walk walk, Set<String> peers) {
            Map<String, List<ScriptedData.Write>> writes = new LinkedHashMap<>();
            inFlight(walk).stream()
                    .filter(write -> peers.contains(write.peer()) && !OlderOps.old(write))
                    .limit(ending)
                    .forEach(write -> writes.computeIfAbsent(write.peer(), first -> new ArrayList<>())
                            .add(write));
            return writes;
        }

        /** Sessions in the order in which they were opened, then who will open one. */
        private static List<String> order(Walk walk, Set<String> peers) {
            List<String> open = walk.bench.tier.peers();
            return peers.stream()
                    .sorted(Comparator.comparingInt(peer -> open.contains(peer) ? open.indexOf(peer) : open.size()))
                    .toList();
        }
    }

    /** Time passes up to the next deadline at most. */
    record Pass(long millis) implements Op {
        private static final int PARTS = 3;

        @Override
        public void run(Walk walk) {
            if (!settled(walk)) {
                return;
            }
            long start = walk.bench.now();
            long next = walk.bench.tier.nextDeadlineNanos();
            long length = millis * 1_000_000;
            if (next != SecondaryTier.NO_DEADLINE) {
                length = Math.min(length, next - 1 - start);
            }
            if (walk.second) {
                for (int part = 1; part <= PARTS; part++) {
                    walk.bench.advanceTo(start + length / PARTS * part);
                    walk.bench.poll();
                }
            }
            walk.bench.advanceTo(start + length);
            settled(walk);
        }
    }

    /** A write ends. */
    record End(int write, boolean success) implements Op {
        @Override
        public void run(Walk walk) {
            List<ScriptedData.Write> writes = inFlight(walk);
            if (!writes.isEmpty()) {
                walk.bench.data.end(writes.get(write % writes.size()), success);
            }
        }
    }

    /** Writes by what they read and where they write: which one starts first is a matter of grouping. */
    private static List<ScriptedData.Write> inFlight(Walk walk) {
        return walk.bench.data.inFlight().stream()
                .sorted(Comparator.comparingLong(
                                (ScriptedData.Write write) -> write.local().get(0))
                        .thenComparingLong(write -> write.remote().get(0)))
                .toList();
    }

    /** Sweeps until there is nothing to do; answers whether it came to that. */
    private static boolean settled(Walk walk) {
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            walk.bench.poll();
            if (walk.quiet() && walk.bench.tier.nextDeadlineNanos() > walk.bench.now()) {
                return true;
            }
        }
        return false;
    }

    static Arbitrary<Op> ops() {
        Arbitrary<Said> said = Combinators.combine(
                        OpArbitraries.peer(),
                        Arbitraries.of(Saying.class),
                        Arbitraries.of("A", "B", "C"),
                        Arbitraries.of(1, 2, 3))
                .as(Said::new);
        return Arbitraries.frequencyOf(
                Tuple.of(
                        3,
                        Combinators.combine(
                                        said.list().ofMinSize(1).ofMaxSize(5),
                                        Arbitraries.frequencyOf(
                                                Tuple.of(4, Arbitraries.just(List.<String>of())),
                                                Tuple.of(1, OpArbitraries.peer().map(List::of))),
                                        Arbitraries.integers().between(0, 2))
                                .as(Together::new)),
                Tuple.of(
                        1,
                        Combinators.combine(Arbitraries.integers().between(0, 3), Arbitraries.of(true, true, false))
                                .as(End::new)),
                Tuple.of(1, Arbitraries.of(1L, 1_000L, 20_000L).map(Pass::new)));
    }
}
