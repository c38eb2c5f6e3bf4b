package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.EngineStarted;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.fault.FaultEvent.FaultStruck;
import io.kvdrill.sim.fault.FaultEvent.ProcessKilled;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trace made by hand and shown to checkers: {@code script.at(10).emit(A, new ...)} is an event of peer {@code A} after
 * ten seconds, caused by what that peer did before. Three peers live from the start.
 */
final class Script {
    static final String A = "10.0.0.1:5710";
    static final String B = "10.0.0.2:5710";
    static final String C = "10.0.0.3:5710";

    private static final long SECOND = 1_000_000_000L;

    private final Laws laws;
    private final FakeRun run;
    private final Map<String, Long> last = new LinkedHashMap<>();
    private final Map<String, Integer> lives = new LinkedHashMap<>();
    private final Map<Long, Long> sent = new LinkedHashMap<>();
    private long sequence;
    private long frames;
    private boolean ended;

    private Script(World world, Profile profile, List<LawChecker> checkers) {
        laws = Laws.only(checkers);
        run = new FakeRun(world, profile);
        laws.onStart(run);
        for (PeerSpec peer : world.peers()) {
            start(peer.id());
        }
    }

    /** A script for these checkers, under the hardened profile. */
    static Script of(LawChecker... checkers) {
        return of(Profile.of(Preset.HARDENED), world(), checkers);
    }

    /** A script for these checkers. */
    static Script of(Profile profile, WorldBuilder world, LawChecker... checkers) {
        return new Script(world.build(), profile, List.of(checkers));
    }

    /** A world of three peers on three hosts, {@code a}, {@code b} and {@code c}, that runs until it is quiescent. */
    static WorldBuilder world() {
        return World.called("script")
                .peers(PeerSpec.of("a", "10.0.0.1"), PeerSpec.of("b", "10.0.0.2"), PeerSpec.of("c", "10.0.0.3"))
                .until(new End.Quiescent());
    }

    /** A block's key. */
    static BlockKey key(String name) {
        return BlockKey.of(name.getBytes(StandardCharsets.UTF_8), 0);
    }

    /** What follows happens at this second. */
    Script at(double seconds) {
        run.nowNanos = (long) (seconds * SECOND);
        return this;
    }

    /** An event of a peer, because of what it did before. */
    Script emit(String peer, TraceEvent event) {
        return emit(peer, event, last.getOrDefault(peer, 0L));
    }

    /** An event of a peer, because of another entry. */
    Script emit(String peer, TraceEvent event, long cause) {
        TraceEntry entry = new TraceEntry(++sequence, run.nowNanos, peer, cause, event, 0, 0);
        last.put(peer, sequence);
        laws.onEntry(entry, run);
        return this;
    }

    /** The place of the entry that came last. */
    long lastSequence() {
        return sequence;
    }

    /** A message is handed to the transport, and its frame leaves; answers the frame. */
    long send(String from, String to, Message message) {
        emit(from, new FrameSent(to, ++frames, message.type().wireName(), 100));
        sent.put(frames, sequence);
        emit(from, new MessageSent(to, message));
        return frames;
    }

    /** A frame arrives and its message is dispatched; one that was not sent is an impostor's. */
    Script receive(String at, String from, Message message, long frame) {
        emit(at, new FrameDelivered(from, frame), sent.getOrDefault(frame, 0L));
        return emit(at, new MessageReceived(from, message));
    }

    /** A message is sent and dispatched. */
    Script pass(String from, String to, Message message) {
        return receive(to, from, message, send(from, to, message));
    }

    /** A process starts. */
    Script start(String peer) {
        int life = lives.merge(peer, 1, Integer::sum);
        run.peer(peer).begin(life);
        return emit(peer, new EngineStarted(life));
    }

    /** A process is killed. */
    Script kill(String peer) {
        run.peer(peer).alive = false;
        return emit("", new ProcessKilled(peer, lives.getOrDefault(peer, 1)));
    }

    /** The fault of the world with this place in its list strikes. */
    Script strike(int fault) {
        return emit("", new FaultStruck("faults[" + fault + "]", "strikes"), 0);
    }

    /** A step of a peer ends. */
    Script step(String peer) {
        laws.onStepEnd(run.peer(peer), run);
        return this;
    }

    /** What the primary slots of a peer are from now on. */
    Script slots(String peer, SlotView... slots) {
        run.peer(peer).slots = new ArrayList<>(List.of(slots));
        return this;
    }

    /** The world has healed. */
    Script healed() {
        run.healedNanos = run.nowNanos;
        return emit("", new io.kvdrill.sim.fault.FaultEvent.WorldHealed(), 0);
    }

    FakeRun run() {
        return run;
    }

    /** The run ends; answers all violations. */
    List<Violation> end() {
        if (!ended) {
            ended = true;
            laws.onEnd(run, true);
        }
        return violations();
    }

    /** The violations so far. */
    List<Violation> violations() {
        return laws.laws().stream().flatMap(law -> law.violations().stream()).toList();
    }

    /** How a law fared so far. */
    LawReport report(Law law) {
        return laws.laws().stream()
                .filter(report -> report.law().equals(law.code()))
                .findFirst()
                .orElseThrow();
    }

    Laws laws() {
        return laws;
    }
}
