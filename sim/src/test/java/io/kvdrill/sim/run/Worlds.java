package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;

/** Worlds and runs that several tests use. */
public final class Worlds {
    /** 4,096 tokens: 256 blocks. */
    public static final Prompt PROMPT = Prompt.of("question", 4096);

    public static final long MILLI = 1_000_000L;
    public static final long SECOND = 1_000_000_000L;

    private Worlds() {}

    /** Two peers, {@code prefill} and {@code decode}, on different hosts. */
    public static WorldBuilder twoPeers(String name) {
        return World.called(name)
                .peers(
                        PeerSpec.of("prefill", "10.0.0.1").withSlots(512),
                        PeerSpec.of("decode", "10.0.0.2").withSlots(512));
    }

    /**
     * Two peers that have met: a short request at the start lets them shake hands, for since October a request does not
     * wait for that. Whatever else is to happen begins after a second.
     */
    public static WorldBuilder twoAcquainted(String name) {
        return twoPeers(name).requests(RequestSpec.symmetric("hello", 0, Prompt.of("hello", 16), "prefill", "decode"));
    }

    /** Runs a world with seed 1 and kvdrill's own tier. */
    public static RunResult run(World world, Preset preset) {
        return run(world, Profile.of(preset));
    }

    /** Runs a world with seed 1 and kvdrill's own tier. */
    public static RunResult run(World world, Profile profile) {
        return new SimulatedRun(world, profile, RunOptions.of(1, TierFactory.own())).run();
    }

    /** The events of a kind in a run, in order. */
    public static <E extends TraceEvent> List<E> events(RunResult result, Class<E> type) {
        return result.trace().entries().stream()
                .map(TraceEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The first lines in which two traces differ, with what comes before; empty where they are equal. */
    public static String firstDifference(RunResult one, RunResult other) {
        List<String> left = dump(one).lines().toList();
        List<String> right = dump(other).lines().toList();
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            String a = i < left.size() ? left.get(i) : "(end)";
            String b = i < right.size() ? right.get(i) : "(end)";
            if (!a.equals(b)) {
                List<String> before = left.subList(Math.max(0, i - 8), Math.min(i, left.size()));
                return String.join("\n", before) + "\n< " + a + "\n> " + b;
            }
        }
        return "";
    }

    /** The trace as lines, for a test that is being written. */
    public static String dump(RunResult result) {
        StringBuilder text = new StringBuilder();
        for (TraceEntry entry : result.trace().entries()) {
            String event = entry.event().toString();
            text.append(String.format(
                    "%6d %15.6f ms %-16s <-%-5d %s%n",
                    entry.sequence(),
                    entry.worldNanos() / 1e6,
                    entry.peer(),
                    entry.cause(),
                    event.length() > 180 ? event.substring(0, 180) + "…" : event));
        }
        return text.append(result.end()).append(' ').append(result.reasons()).toString();
    }
}
