package io.kvdrill.core.walk;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;

/** What engines, peers and transports do. */
final class Ops {
    private Ops() {}

    /** The keys whose bits are set. */
    static String[] named(int bits) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Walk.KEYS.size(); i++) {
            if ((bits >> i & 1) == 1) {
                names.add(Walk.KEYS.get(i));
            }
        }
        return names.toArray(new String[0]);
    }

    // ---- the engine ----------------------------------------------------------------------------------------------

    /** What a request is. */
    enum Role {
        PD,
        SYMMETRIC,
        PRODUCER,
        COMBINED
    }

    record Open(Role role, String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext request = switch (role) {
                case PD -> Peers.pd(id, peer);
                case SYMMETRIC -> Peers.symmetric(id, peer);
                case PRODUCER -> Peers.producer(id);
                case COMBINED -> Peers.combined(id, peer, id + "2");
            };
            walk.bench.open(request);
            walk.live.add(request);
        }
    }

    /** Something about the n-th live request, if there is one. */
    interface OfRequest extends Op {
        int request();

        void run(Walk walk, RequestContext of);

        @Override
        default void run(Walk walk) {
            if (!walk.live.isEmpty()) {
                run(walk, walk.live.get(request() % walk.live.size()));
            }
        }
    }

    record Finish(int request) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            walk.live.remove(of);
            walk.bench.finish(of);
        }
    }

    record Look(int request, int keys) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            for (String key : named(keys)) {
                walk.bench.lookup(of, key);
            }
        }
    }

    /** Loads what the tier has called a hit. */
    record LoadHits(int request) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            List<String> hits = new ArrayList<>();
            for (String key : Walk.KEYS) {
                if (walk.bench.lookup(of, key) == LookupOutcome.HIT) {
                    hits.add(key);
                }
            }
            if (!hits.isEmpty()) {
                walk.bench.load(of, hits.toArray(new String[0]));
            }
        }
    }

    record Load(int request, int keys) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            walk.bench.load(of, named(keys));
        }
    }

    record Store(int request, int keys) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            walk.bench.store(of, named(keys));
        }
    }

    record Step() implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.step();
        }
    }

    record Poll() implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.poll();
        }
    }

    record Serve() implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.serve();
        }
    }

    record EndStep() implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.scheduleEnd();
        }
    }

    /** A drain with a step each second; it is bounded, and leaves no job open. */
    record Drain() implements Op {
        private static final int LONGEST_SECONDS = 31;

        @Override
        public void run(Walk walk) {
            int seconds = 0;
            while (walk.bench.drainStep() == StepOutcome.AGAIN) {
                if (++seconds > LONGEST_SECONDS) {
                    throw new LawBroken("45", "a drain goes on after " + seconds + " s");
                }
                walk.bench.advance(1_000);
            }
            walk.bench.poll();
            walk.bench.checkDrained();
        }
    }

    record Cache(String key, LookupOutcome outcome) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.parent.set(Jobs.key(key), outcome);
        }
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    record Advance(long millis) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.advance(millis);
        }
    }

    /** To the edge of the next deadline, and a step there. */
    record ToDeadline(int nanosPast) implements Op {
        @Override
        public void run(Walk walk) {
            long next = walk.bench.tier.nextDeadlineNanos();
            if (next != Long.MAX_VALUE) {
                walk.bench.advanceTo(next + nanosPast);
            }
            walk.bench.step();
        }
    }

    record Idle(long millis) implements Op {
        @Override
        public void run(Walk walk) {
            walk.checkIdleSweep(millis * 1_000_000);
        }
    }

    // ---- peers ---------------------------------------------------------------------------------------------------

    record Up(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.bench.step();
        }
    }

    record Connect(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.receive(peer, Peers.connect(peer, walk.epoch(peer)));
        }
    }

    /** A connect of a life that may be over. */
    record OldConnect(String peer, int livesAgo) implements Op {
        @Override
        public void run(Walk walk) {
            Long epoch = walk.epoch(peer);
            walk.bench.receive(peer, Peers.connect(peer, epoch == null ? null : Long.valueOf(epoch - livesAgo)));
        }
    }

    record Ack(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.receive(peer, Peers.ack(peer, walk.epoch(peer)));
        }
    }

    record Restart(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.restart(peer);
        }
    }

    /** Whatever the past was: everybody is up, and there is something to fetch. */
    record WarmUp() implements Op {
        @Override
        public void run(Walk walk) {
            walk.warmUp();
        }
    }

    record Fetch(String peer, String id, int step, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            String[] names = named(keys);
            walk.bench.receive(peer, Peers.fetch(id, walk.round(peer, id, step), walk.freshSlots(names.length), names));
        }
    }

    /** Fetches under the round of the peer's last lookup. */
    record FetchLooked(String peer, String id, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            String[] names = named(keys);
            walk.bench.receive(peer, Peers.fetch(id, walk.lookedRound(peer, id), walk.freshSlots(names.length), names));
        }
    }

    record Lookup(String peer, String id, int step, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            long round = walk.round(peer, id, step);
            walk.looked(peer, id, round);
            walk.bench.receive(peer, Peers.lookup(id, round, named(keys)));
        }
    }

    /** Asks for blocks, has the peer answer, and loads what it has. */
    record AskAndLoad(int request, String peer, int keys) implements OfRequest {
        @Override
        public void run(Walk walk, RequestContext of) {
            new Look(request, keys).run(walk, of);
            walk.bench.scheduleEnd();
            new Answer(peer, true).run(walk);
            walk.bench.step();
            new LoadHits(request).run(walk, of);
        }
    }

    record Abort(String peer, String id, int step) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.bench.receive(peer, Peers.abort(id, walk.round(peer, id, step)));
        }
    }

    /** Answers the oldest message that waits for this peer's answer. */
    record Answer(String peer, boolean well) implements Op {
        @Override
        public void run(Walk walk) {
            Message open = walk.takeUnanswered(peer);
            Long round = walk.epoch(peer) == null ? null : Long.valueOf(0);
            if (open instanceof Message.Lookup lookup) {
                walk.bench.receive(
                        peer,
                        new Message.LookupResponse(
                                lookup.request(),
                                lookup.keys(),
                                java.util.Collections.nCopies(lookup.keys().size(), well),
                                round == null ? null : Long.valueOf(lookup.round())));
            } else if (open instanceof Message.Fetch fetch) {
                walk.bench.receive(peer, Peers.done(fetch.request(), fetch.round(), well));
            } else if (open instanceof Message.AbortFetch abort) {
                walk.bench.receive(peer, Peers.aborted(abort.request(), abort.round()));
            }
        }
    }

    record Say(String peer, Message message) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.receive(peer, message);
        }
    }

    // ---- transports ----------------------------------------------------------------------------------------------

    record Lose(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.control.lose(peer);
        }
    }

    record EndWrite(int write, boolean success) implements Op {
        @Override
        public void run(Walk walk) {
            List<ScriptedData.Write> flying = walk.writes();
            if (!flying.isEmpty()) {
                walk.bench.data.end(flying.get(write % flying.size()), success);
            }
        }
    }

    /** What a transport may do to a peer. */
    enum Trouble {
        REFUSED_DIALS,
        FAILED_SENDS,
        REFUSED_WRITES,
        THROWN_WRITES,
        HELD_FENCES
    }

    record Hurt(Trouble trouble, String peer, boolean on) implements Op {
        @Override
        public void run(Walk walk) {
            switch (trouble) {
                case REFUSED_DIALS -> walk.bench.control.refuseDials(peer, on);
                case FAILED_SENDS -> walk.bench.control.failSends(peer, on);
                case REFUSED_WRITES -> walk.bench.data.refuseWrites(peer, on);
                case THROWN_WRITES -> walk.bench.data.throwOnWrite(peer, on);
                case HELD_FENCES -> walk.bench.data.holdFences(on);
            }
        }
    }

    record Register(String peer, Registration.State outcome) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.data.settleAs(peer, outcome);
        }
    }
}
