package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.kernel.Causality;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.run.Judging;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
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
 * runner had done before, what the runner did after all that it had heard of, and what a process recorded before its death. What only several processes together know is added: frames, with numbers;
 * the landing of blocks, at the latest time at which it can have been; writes that end with their process.
 */
final class Replay {
    private static final int KEYS_UNKNOWN = 0;

    private final World world;
    private final Profile profile;
    private final List<Own> own;
    private final List<RequestOutcome> requests;
    private final long healedNanos;
    private final long endNanos;
    private final Kernel kernel = new Kernel();
    private final TraceRecorder recorder;
    private final Judging judging;
    private final List<Source> sources = new ArrayList<>();
    private final Map<String, Source> byId = new LinkedHashMap<>();
    private final View view = new View();
    /** Sent messages that nobody has received yet, with their frames, by sender and receiver. */
    private final Map<String, List<Sent>> underWay = new LinkedHashMap<>();

    private final Map<Long, Posted> writes = new LinkedHashMap<>();
    private final Map<Long, ServerEvent.WriteStarted> startedWrites = new LinkedHashMap<>();
    private int nextOwn;
    private long nowNanos;
    private long lastFrame;

    private record Sent(SessionEvent.MessageSent event, long frame, long sequence) {}

    private record Posted(String from, FabricEvent.WritePosted event) {}

    /** A peer, what it recorded, and how far that has been told. */
    private static final class Source {
        final ReplayedPeer peer;
        final List<Recorded> all;
        final Map<String, Integer> lives;
        int next;
        long lastSequence = Causality.NONE;

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
        this.recorder = new TraceRecorder(kernel, Keep.ENTRIES, () -> nowNanos);
        for (int i = 0; i < world.peers().size(); i++) {
            RealPeer real = run.peers().get(i);
            PeerSpec spec = world.peers().get(i);
            Source source = new Source(new ReplayedPeer(spec, real), real.recorded(), real.lifeOfRegion());
            sources.add(source);
            byId.put(spec.id(), source);
        }
        this.judging = new Judging(view, observers);
        judging.listen(recorder);
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
                recorder);
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
        record("", event);
        if (event instanceof FaultEvent.ProcessKilled killed) {
            Source dead = byId.get(killed.peer());
            if (dead != null) {
                dead.peer.died();
                landWhatOthersHeardOf(killed.peer());
                endWritesOf(killed.peer());
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

    /**
     * A process that is killed may have told its peer that a write had ended, and nobody else. What its peer heard is so.
     */
    private void landWhatOthersHeardOf(String id) {
        for (Map.Entry<Long, Posted> write : List.copyOf(writes.entrySet())) {
            long transfer = write.getKey();
            String to = write.getValue().event().to();
            ServerEvent.WriteStarted started = startedWrites.get(transfer);
            if (write.getValue().from().equals(id) && started != null && willHearOf(started, id)) {
                writes.remove(transfer);
                land(id, write.getValue().event(), transfer);
                recordAt(
                        id,
                        new FabricEvent.TransferLanded(
                                to, transfer, started.keys().size()));
                recordAt(id, new FabricEvent.TransferEnded(to, transfer, true, ""));
            }
        }
    }

    private boolean willHearOf(ServerEvent.WriteStarted write, String writer) {
        Source reader = byId.get(write.peer());
        Message heard = new Message.TransferDone(write.request(), true, write.round());
        return reader != null
                && reader.all.stream()
                        .anyMatch(later -> later.event() instanceof SessionEvent.MessageReceived received
                                && received.peer().equals(writer)
                                && received.message().equals(heard));
    }

    private void endWritesOf(String id) {
        for (Map.Entry<Long, Posted> write : List.copyOf(writes.entrySet())) {
            if (write.getValue().from().equals(id)) {
                writes.remove(write.getKey());
                recordAt(
                        id,
                        new FabricEvent.TransferStopped(
                                write.getValue().event().to(), write.getKey(), KEYS_UNKNOWN, "the writer died"));
            }
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
            recordAt(id, event);
            source.peer.crashed(crashed.reason());
            endWritesOf(id);
            return;
        } else if (event instanceof EngineEvent.ShutdownDone) {
            recordAt(id, event);
            source.peer.died();
            endWritesOf(id);
            return;
        } else if (event instanceof SessionEvent.MessageSent sent) {
            long frame = ++lastFrame;
            int bytes = MessageCodec.encode(sent.message()).length;
            recordAt(
                    id,
                    new NetworkEvent.FrameSent(
                            sent.peer(), frame, sent.message().type().wireName(), bytes));
            underWay.computeIfAbsent(id + ">" + sent.peer(), pair -> new ArrayList<>())
                    .add(new Sent(sent, frame, source.lastSequence));
        } else if (event instanceof SessionEvent.MessageReceived received) {
            deliver(source, received);
        } else if (event instanceof FabricEvent.WritePosted posted) {
            writes.put(posted.transfer(), new Posted(id, posted));
        } else if (event instanceof ServerEvent.WriteStarted started) {
            startedWrites.put(started.transfer(), started);
        } else if (event instanceof FabricEvent.TransferLanded landed) {
            Posted posted = writes.get(landed.transfer());
            if (posted != null) {
                land(id, posted.event(), landed.transfer());
            }
        } else if (event instanceof FabricEvent.TransferEnded ended) {
            writes.remove(ended.transfer());
        } else if (event instanceof FabricEvent.TransferForgotten forgotten) {
            writes.remove(forgotten.transfer());
        }
        recordAt(id, withLife(event));
    }

    /** A message that a peer has received has been sent before, even where the clocks of two cores disagree. */
    private void awaitSending(Source receiver, SessionEvent.MessageReceived received) {
        Source sender = byId.get(received.peer());
        String pair = received.peer() + ">" + receiver.peer.spec().id();
        if (sender == null || find(pair, received) != null) {
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
            landWhatOthersHeardOf(received.peer());
        }
    }

    private @Nullable Sent find(String pair, SessionEvent.MessageReceived received) {
        for (Sent sent : underWay.getOrDefault(pair, List.of())) {
            if (sent.event().message().equals(received.message())) {
                return sent;
            }
        }
        return null;
    }

    private void deliver(Source source, SessionEvent.MessageReceived received) {
        String id = source.peer.spec().id();
        String pair = received.peer() + ">" + id;
        Sent sent = find(pair, received);
        if (sent != null) {
            underWay.getOrDefault(pair, List.of()).remove(sent);
            kernel.causality().set(sent.sequence());
            recorder.record(id, new NetworkEvent.FrameDelivered(received.peer(), sent.frame()));
            source.lastSequence = recorder.size();
        }
    }

    private void land(String from, FabricEvent.WritePosted write, long transfer) {
        kernel.causality().set(byId.containsKey(from) ? byId.get(from).lastSequence : Causality.NONE);
        recorder.record(write.to(), new FabricEvent.BlocksLanded(from, transfer, write.remote(), write.keys()));
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

    private void recordAt(String id, TraceEvent event) {
        Source source = byId.get(id);
        kernel.causality().set(source == null ? Causality.NONE : source.lastSequence);
        recorder.record(id, event);
        if (source != null) {
            source.lastSequence = recorder.size();
        }
    }

    private void record(String id, TraceEvent event) {
        recorder.record(id, event);
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
