package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.Judging;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts what the processes of a run recorded into one order, and lets it be judged in that order as it would have been in
 * the simulator.
 *
 * <p>Clocks of one host compare, and those of several within what their round trips leave open, so the order is that of
 * times; but what a message or a write leads to comes after it, what an order of the runner's leads to after whatever the
 * runner had done before, what the runner did after all that it had heard of, and what a process recorded before its death.
 * What only several processes together know is added: {@link FramesUnderWay frames} and {@link WritesUnderWay the landing
 * of blocks}.
 */
final class Replay {
    private final World world;
    private final Profile profile;
    private final List<Own> own;
    private final List<RequestOutcome> requests;
    private final long healedNanos;
    private final long endNanos;
    private final ReplayedTrace trace;
    private final FramesUnderWay frames;
    private final WritesUnderWay writes;
    private final Judging judging;
    private final List<Source> sources = new ArrayList<>();
    private final Map<String, Source> byId = new LinkedHashMap<>();
    private final View view = new View();
    private int nextOwn;
    private long nowNanos;

    /** A peer, what it recorded, and how far that has been told. */
    private static final class Source {
        final ReplayedPeer peer;
        final List<Recorded> all;
        final Map<String, Integer> lives;
        int next;

        Source(ReplayedPeer peer, List<Recorded> all, Map<String, Integer> lives) {
            this.peer = peer;
            this.all = all;
            this.lives = lives;
        }

        @Nullable Recorded head() {
            return next < all.size() ? all.get(next) : null;
        }
    }

    /**
     * A replay of a run that is over.
     *
     * @param world as it is judged
     * @param run what it left
     * @param observers watch it
     */
    Replay(World world, Profile profile, RealWorld run, List<RunObserver> observers) {
        this.world = world;
        this.profile = profile;
        this.own = run.own();
        this.requests = run.conductor().requests();
        this.healedNanos = run.conductor().healedNanos();
        this.endNanos = run.nowNanos();
        for (int i = 0; i < world.peers().size(); i++) {
            RealPeer real = run.peers().get(i);
            PeerSpec spec = world.peers().get(i);
            Source source = new Source(new ReplayedPeer(spec, real), real.recorded(), real.lifeOfRegion());
            sources.add(source);
            byId.put(spec.id(), source);
        }
        this.trace = new ReplayedTrace(byId.keySet(), () -> nowNanos);
        this.frames = new FramesUnderWay(trace);
        this.writes = new WritesUnderWay(trace, this::recordedBy);
        this.judging = new Judging(view, observers);
        judging.listen(trace.recorder());
    }

    private List<Recorded> recordedBy(String id) {
        Source source = byId.get(id);
        return source == null ? List.of() : source.all;
    }

    /** Judges it. */
    RunResult judge(long seed, RunEnd end, RealWorld run) {
        judging.onStart();
        while (true) {
            Source earliest = earliest();
            Recorded head = earliest == null ? null : earliest.head();
            Own worlds = nextOwn < own.size() ? own.get(nextOwn) : null;
            if (worlds != null && (head == null || worlds.nanos() < head.nanos())) {
                tellOwn();
            } else if (earliest != null) {
                tell(earliest);
            } else {
                break;
            }
        }
        nowNanos = Math.max(nowNanos, endNanos);
        sources.forEach(source -> source.peer.end());
        judging.onEnd(end);
        return judging.result(
                seed,
                end,
                run.events(),
                rowsReached(),
                run.conductor().moments().missed(),
                trace.recorder());
    }

    private Map<String, List<Row<?>>> rowsReached() {
        Map<String, List<Row<?>>> rows = new LinkedHashMap<>();
        for (Source source : sources) {
            List<Row<?>> reached = new ArrayList<>();
            source.peer.rowsReached().forEach(name -> Rows.named(name).ifPresent(reached::add));
            rows.put(source.peer.spec().id(), reached);
        }
        return rows;
    }

    private @Nullable Source earliest() {
        Source earliest = null;
        long time = Long.MAX_VALUE;
        for (Source source : sources) {
            Recorded head = source.head();
            if (head != null && (earliest == null || head.nanos() < time)) {
                earliest = source;
                time = head.nanos();
            }
        }
        return earliest;
    }

    // ---- the world's own -----------------------------------------------------------------------------------------

    /** Tells the next event of the world's own, after whatever the runner had heard of when it recorded it. */
    private void tellOwn() {
        Own recorded = own.get(nextOwn++);
        TraceEvent event = recorded.event();
        for (int i = 0; i < sources.size(); i++) {
            while (sources.get(i).next < recorded.heard().get(i)) {
                tell(sources.get(i));
            }
        }
        if (event instanceof FaultEvent.ProcessKilled killed) {
            tellLifeOut(killed.peer(), killed.incarnation());
        }
        nowNanos = Math.max(nowNanos, recorded.nanos());
        trace.recordOwn(event);
        if (event instanceof FaultEvent.ProcessKilled killed) {
            Source dead = byId.get(killed.peer());
            if (dead != null) {
                dead.peer.died();
                writes.landWhatOthersHeardOf(killed.peer());
                writes.stopAllOf(killed.peer());
            }
        } else if (event instanceof FaultEvent.ProcessPaused paused) {
            pause(paused.peer(), true);
        } else if (event instanceof FaultEvent.ProcessResumed resumed) {
            pause(resumed.peer(), false);
        }
    }

    private void pause(String id, boolean paused) {
        Source source = byId.get(id);
        if (source != null) {
            source.peer.paused(paused);
        }
    }

    /** What a life recorded it recorded before it was killed, whatever the clocks of two processes say. */
    private void tellLifeOut(String id, int life) {
        Source source = byId.get(id);
        for (Recorded head = source == null ? null : source.head();
                source != null && head != null && head.life() <= life;
                head = source.head()) {
            tell(source);
        }
    }

    // ---- what peers recorded -------------------------------------------------------------------------------------

    /** Tells the next entry of a peer, after what it is a consequence of. */
    private void tell(Source source) {
        Recorded recorded = source.all.get(source.next++);
        while (nextOwn < Math.min(recorded.after(), own.size())) {
            tellOwn();
        }
        TraceEvent event = recorded.event();
        if (event instanceof SessionEvent.MessageReceived received) {
            awaitSending(source, received);
        }
        nowNanos = Math.max(nowNanos, recorded.nanos());
        source.peer.localNanos(recorded.localNanos());
        Report.Step step = recorded.step();
        if (step != null) {
            source.peer.stepped(step);
            judging.onStepEnd(source.peer);
        } else if (event != null) {
            tell(source, event);
        }
    }

    private void tell(Source source, TraceEvent event) {
        String id = source.peer.spec().id();
        if (event instanceof EngineEvent.EngineStarted started) {
            source.peer.started(started.incarnation());
        } else if (event instanceof EngineEvent.EngineCrashed crashed) {
            trace.record(id, event);
            source.peer.crashed(crashed.reason());
            writes.stopAllOf(id);
            return;
        } else if (event instanceof EngineEvent.ShutdownDone) {
            trace.record(id, event);
            source.peer.died();
            writes.stopAllOf(id);
            return;
        } else if (event instanceof SessionEvent.MessageSent sent) {
            frames.send(id, sent);
        } else if (event instanceof SessionEvent.MessageReceived received) {
            frames.deliver(id, received);
        } else if (event instanceof FabricEvent.WritePosted posted) {
            writes.post(id, posted);
        } else if (event instanceof ServerEvent.WriteStarted started) {
            writes.start(started);
        } else if (event instanceof FabricEvent.TransferLanded landed) {
            writes.land(id, landed.transfer());
        } else if (event instanceof FabricEvent.TransferEnded ended) {
            writes.end(ended.transfer());
        } else if (event instanceof FabricEvent.TransferForgotten forgotten) {
            writes.end(forgotten.transfer());
        }
        trace.record(id, withLife(event));
    }

    /** A message that a peer has received has been sent before, even where the clocks of two cores disagree. */
    private void awaitSending(Source receiver, SessionEvent.MessageReceived received) {
        Source sender = byId.get(received.peer());
        if (sender == null || frames.sent(receiver.peer.spec().id(), received)) {
            return;
        }
        for (int i = sender.next; i < sender.all.size(); i++) {
            if (sender.all.get(i).event() instanceof SessionEvent.MessageSent sent
                    && sent.peer().equals(receiver.peer.spec().id())
                    && sent.message().equals(received.message())) {
                while (sender.next <= i) {
                    tell(sender);
                }
                return;
            }
        }
        if (received.message() instanceof Message.TransferDone) {
            writes.landWhatOthersHeardOf(received.peer());
        }
    }

    /** Lives are known by their regions to those who write to them; here they have numbers. */
    private TraceEvent withLife(TraceEvent event) {
        if (event instanceof FabricEvent.RegistrationBegan began) {
            return new FabricEvent.RegistrationBegan(
                    began.peer(), began.generation(), life(began.peer(), began.life()), began.nanos());
        } else if (event instanceof FabricEvent.FenceBegan began) {
            return new FabricEvent.FenceBegan(began.peer(), began.generation(), life(began.peer(), began.life()));
        } else if (event instanceof FabricEvent.FenceEnded ended) {
            return new FabricEvent.FenceEnded(
                    ended.peer(),
                    ended.generation(),
                    life(ended.peer(), ended.life()),
                    ended.outbound(),
                    ended.inbound());
        }
        return event;
    }

    private String life(String peer, String region) {
        Source source = byId.get(peer);
        Integer number = source == null ? null : source.lives.get(region);
        return number == null ? "" : peer + "#" + number;
    }

    private final class View implements RunView {
        @Override
        public World world() {
            return world;
        }

        @Override
        public Profile profile() {
            return profile;
        }

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public long healedNanos() {
            return healedNanos >= 0 && healedNanos <= nowNanos ? healedNanos : -1;
        }

        @Override
        public List<PeerView> peers() {
            return sources.stream().<PeerView>map(source -> source.peer).toList();
        }

        @Override
        public PeerView peer(String id) {
            Source source = byId.get(id);
            if (source == null) {
                throw new IllegalArgumentException("no peer has the id " + id);
            }
            return source.peer;
        }

        @Override
        public List<RequestOutcome> requests() {
            return requests;
        }
    }
}
