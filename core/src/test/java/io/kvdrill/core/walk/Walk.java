package io.kvdrill.core.walk;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedControl;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A walk in progress: the tier, and what the ops need to know of its past. */
final class Walk {
    /** Two peers that share a host and two that do not; of each kind one speaks our extensions. */
    static final List<String> PEERS = List.of("h1:1", "h1:2", "h2:1", "h3:1");

    static final List<String> IDS = List.of("A", "B", "C");
    static final List<String> KEYS = List.of("a", "b", "c", "d");
    private static final long SECOND = 1_000_000_000L;
    private static final long REST_NANOS = 420 * SECOND;
    /** Shorter than {@code reaped_id_retention}, so that a life that is over is remembered for as long. */
    private static final long REMEMBERED_NANOS = 80 * SECOND;

    private record Replaced(String peer, long epoch, long atNanos) {}

    final TierBench bench;
    /** The requests that ops choose from. */
    List<RequestContext> live = new ArrayList<>();
    /** Which of two walks that are compared this is: some ops do more, or the same in another way, in the second. */
    boolean second;
    /** Which writes ops may end. */
    Predicate<ScriptedData.Write> mayEnd = write -> true;

    private final Map<String, Long> epochs = new LinkedHashMap<>();
    private final List<Replaced> replacedLives = new ArrayList<>();
    private final Map<String, Long> rounds = new LinkedHashMap<>();
    private final Map<String, Long> lookedRounds = new LinkedHashMap<>();
    private final Map<String, List<Message>> unanswered = new LinkedHashMap<>();
    private long nextSlot = 1;

    Walk(Profile profile, DataCapabilities capabilities) {
        bench = new TierBench(profile, capabilities);
        bench.control.watch(new ScriptedControl.Watcher() {
            @Override
            public void onSent(String peer, long connection, Message message) {
                remember(peer, message);
            }

            @Override
            public void onTaken(String peer, long connection, Payload payload) {}
        });
    }

    /** The writes under way that ops may end. */
    List<ScriptedData.Write> writes() {
        return bench.data.inFlight().stream().filter(mayEnd).toList();
    }

    void run(List<Op> ops) {
        for (Op op : ops) {
            op.run(this);
        }
    }

    /** Peers are there, one request of each kind is in, and blocks are in the cache: most walks start here. */
    void warmUp() {
        for (String peer : PEERS.subList(0, 2)) {
            ensureUp(peer);
        }
        bench.step();
        bench.step();
        for (RequestContext request :
                List.of(Peers.producer("A"), Peers.symmetric("B", PEERS.get(0)), Peers.pd("A", PEERS.get(1)))) {
            bench.open(request);
            live.add(request);
        }
        bench.parent.set(Jobs.key("a"), LookupOutcome.HIT);
        bench.parent.set(Jobs.key("b"), LookupOutcome.HIT);
        bench.parent.set(Jobs.key("c"), LookupOutcome.HIT_PENDING);
    }

    // ---- peers ---------------------------------------------------------------------------------------------------

    /** The life that a peer is in; null for peers of vLLM. */
    @Nullable Long epoch(String peer) {
        return speaksExtensions(peer) ? epochs.computeIfAbsent(peer, missing -> 1000L) : null;
    }

    private static boolean speaksExtensions(String peer) {
        return PEERS.indexOf(peer) % 2 == 0;
    }

    /** A peer that has no connection makes one, and acknowledges us. */
    void ensureUp(String peer) {
        if (!bench.control.connected(peer)) {
            bench.receive(peer, Peers.connect(peer, epoch(peer)), Peers.ack(peer, epoch(peer)));
        }
    }

    /** The round of the peer's last lookup of this id, once; a new round if there is none. */
    long lookedRound(String peer, String id) {
        Long looked = lookedRounds.remove(peer + id);
        return looked == null ? round(peer, id, 1) : looked;
    }

    void looked(String peer, String id, long round) {
        lookedRounds.put(peer + id, round);
    }

    /** The peer's process was replaced. */
    void restart(String peer) {
        epochs.merge(peer, 1001L, (before, one) -> before + 1);
        unanswered.remove(peer);
    }

    /** A life of a peer was seen to be followed by another one. */
    void replaced(String peer, long life) {
        replacedLives.add(0, new Replaced(peer, life, bench.now()));
    }

    /** The n-th last life of a peer, from 0, that the tier knows to be over, and still remembers; null if none. */
    @Nullable Long replacedLife(String peer, int n) {
        return replacedLives.stream()
                .filter(life -> life.peer().equals(peer) && bench.now() - life.atNanos() < REMEMBERED_NANOS)
                .skip(n)
                .findFirst()
                .map(Replaced::epoch)
                .orElse(null);
    }

    /** A round of a peer's request: the last one used plus {@code step}. */
    long round(String peer, String id, int step) {
        return Math.max(0, rounds.merge(peer + id, (long) step, Long::sum));
    }

    /** Slots of a peer that nobody has used. */
    long freshSlots(int count) {
        nextSlot += count;
        return nextSlot - count;
    }

    private void remember(String peer, Message message) {
        if (message instanceof Message.Lookup
                || message instanceof Message.AbortFetch
                || (message instanceof Message.Fetch fetch && !fetch.terminal())) {
            unanswered.computeIfAbsent(peer, missing -> new ArrayList<>()).add(message);
        }
    }

    /** The round of the last lookup that was sent to a peer for this id, or 0. */
    long askedRound(String peer, String id) {
        List<Message> open = unanswered.getOrDefault(peer, List.of());
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i) instanceof Message.Lookup lookup && lookup.request().equals(id)) {
                return lookup.round();
            }
        }
        return 0;
    }

    /** The oldest message to a peer that it has not answered, or null. */
    @Nullable Message takeUnanswered(String peer) {
        List<Message> open = unanswered.getOrDefault(peer, List.of());
        return open.isEmpty() ? null : open.remove(0);
    }

    // ---- time that passes without anything happening ---------------------------------------------------------------

    long digest() {
        return bench.tier.stateDigest(bench.now());
    }

    boolean quiet() {
        return bench.control.quiet() && bench.data.quiet();
    }

    /** A sweep before the next deadline finds nothing to do. */
    void checkIdleSweep(long nanosAhead) {
        bench.step();
        long next = bench.tier.nextDeadlineNanos();
        if (!quiet() || next <= bench.now() + 1) {
            return;
        }
        long ahead = next == SecondaryTier.NO_DEADLINE ? nanosAhead : Math.min(nanosAhead, next - 1 - bench.now());
        bench.advanceTo(bench.now() + ahead);
        bench.control.takeSent();
        long before = bench.tier.stateDigest(bench.now());
        int events = bench.trace().size();
        long receives = bench.control.receives();
        List<TierResult> results = bench.poll();
        String where = " in a sweep " + (next - bench.now()) + " ns before the next deadline";
        if (!results.isEmpty()
                || bench.trace().size() != events
                || !bench.control.takeSent().isEmpty()) {
            throw new LawBroken(
                    "idle",
                    results + ", " + bench.trace().subList(events, bench.trace().size()) + where);
        }
        if (bench.tier.stateDigest(bench.now()) != before) {
            throw new LawBroken("idle", "the state changed" + where);
        }
        if (bench.control.receives() != receives) {
            throw new LawBroken("idle", "a session was visited" + where);
        }
    }

    // ---- the end of a walk ---------------------------------------------------------------------------------------

    /** Faults and traffic end; then everything must come to rest, and every map be empty. */
    void comeToRest() {
        heal();
        for (RequestContext request : List.copyOf(live)) {
            bench.finish(request);
        }
        live.clear();
        long end = bench.now() + REST_NANOS;
        int spins = 0;
        while (bench.now() < end || !quiet()) {
            endWrites();
            bench.step();
            long next = bench.tier.nextDeadlineNanos();
            boolean spinning = next <= bench.now() && quiet();
            spins = spinning ? spins + 1 : 0;
            if (spins > 20) {
                throw new LawBroken("I10", "the tier asks for a sweep at once, for ever");
            }
            if (next > bench.now() && quiet()) {
                bench.advanceTo(Math.min(next, end));
            }
        }
        bench.checkAtRest();
        checkBaseline();
    }

    private void heal() {
        for (String peer : PEERS) {
            bench.control.refuseDials(peer, false);
            bench.control.failSends(peer, false);
            bench.data.refuseWrites(peer, false);
            bench.data.throwOnWrite(peer, false);
            bench.data.settleAs(peer, Registration.State.READY);
        }
        bench.data.holdFences(false);
    }

    private void endWrites() {
        for (ScriptedData.Write write : bench.data.inFlight()) {
            bench.data.end(write, true);
        }
    }

    private void checkBaseline() {
        checkEmpty(bench.tier.sizes().sessions(), bench.tier.sizes().epochs());
        bench.tier.peers().forEach(bench.control::lose);
        bench.step();
        bench.advance(100_000);
        bench.step();
        checkEmpty(0, 0);
        for (String peer : PEERS) {
            for (Registration registration : bench.data.registrations(peer)) {
                if (registration.state() == Registration.State.READY
                        || registration.state() == Registration.State.PENDING) {
                    throw new LawBroken("I5", registration + " of a peer that is gone is " + registration.state());
                }
            }
        }
        if (bench.parent.openContexts() != 0) {
            throw new LawBroken("14", bench.parent.openContexts() + " contexts never ended");
        }
    }

    private void checkEmpty(int sessions, int epochs) {
        MapSizes baseline = new MapSizes(sessions, 0, 0, 0, 0, 0, 0, epochs, 0, 0, 0);
        if (!bench.tier.sizes().equals(baseline)) {
            throw new LawBroken("I4", "not at baseline: " + bench.tier.sizes());
        }
    }
}
