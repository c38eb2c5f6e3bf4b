package io.kvdrill.scenarios.fidelity;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.Replayer;
import io.kvdrill.scenarios.conform.VectorReport;
import io.kvdrill.scenarios.conform.record.RecordedLife;
import io.kvdrill.scenarios.conform.record.RecordingTiers;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run with what each of its tiers was told and did. Every vector has been replayed: what does not replay as it was
 * recorded, because vectors have no words for something that mattered, was cut off.
 *
 * @param result the run
 * @param lives of all tiers, in the order in which they began
 */
public record Recording(RunResult result, List<RecordedLife> lives) {
    /** Keeps an immutable copy. */
    public Recording {
        lives = List.copyOf(lives);
    }

    /** A run of kvdrill's own tier. */
    public static Recording of(String name, World world, Profile profile, long seed) {
        return of(name, world, profile, seed, TierFactory.own(), any -> own(profile));
    }

    /** kvdrill's own tier, which replays under a profile. */
    public static Subject own(Profile profile) {
        return new TierSubject("kvdrill", new ManagerFactory(), any -> profile);
    }

    /** Replays the vectors of a peer. */
    @FunctionalInterface
    public interface Replays {
        /** What a peer's tier is; closed after each vector. */
        Subject of(String peer);
    }

    /**
     * A run of any tiers.
     *
     * @param name what it is called
     * @param tiers what is run
     * @param replays the tier of each peer again, to see that its vectors replay
     */
    public static Recording of(
            String name, World world, Profile profile, long seed, TierFactory tiers, Replays replays) {
        RecordingTiers recording = new RecordingTiers(tiers);
        RunResult result = new SimulatedRun(world, profile, RunOptions.of(seed, recording)).run();
        Map<String, String> names = new LinkedHashMap<>();
        for (PeerSpec peer : world.peers()) {
            names.put(peer.id(), peer.name());
        }
        List<RecordedLife> lives = new ArrayList<>();
        for (RecordedLife life : recording.lives(name, names, profile)) {
            try (Subject subject = replays.of(life.peer())) {
                lives.add(asItReplays(life, subject));
            }
        }
        return new Recording(result, lives);
    }

    private static RecordedLife asItReplays(RecordedLife life, Subject subject) {
        if (life.vector().steps().isEmpty()) {
            return life;
        }
        VectorReport report = new Replayer(subject, null, false).replay(life.vector());
        VectorReport.Mismatch mismatch = report.mismatch();
        if (mismatch == null) {
            return life;
        }
        ConformanceVector whole = life.vector();
        ConformanceVector kept = cut(whole, mismatch.step());
        return new RecordedLife(
                life.peer(),
                life.life(),
                kept,
                life.quiet(),
                "its " + mismatch.op() + " at step " + mismatch.step() + " replays otherwise: "
                        + mismatch.differences().get(0));
    }

    /** The first steps of a vector. */
    static ConformanceVector cut(ConformanceVector whole, int steps) {
        return whole.withSteps(whole.steps().subList(0, steps));
    }
}
