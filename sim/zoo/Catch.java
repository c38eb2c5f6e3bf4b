import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Searches the classes that stand first on the class path: runs the swarm under a profile until a law breaks. One line on
 * standard output: {@code caught LAWS RUN SECONDS}, or {@code missed RUNS SECONDS}. Told nothing about the bug.
 *
 * <p>Arguments: the first seed, the number of runs, and the rows to set back to vllm-2026-08, separated by commas, if any.
 */
public final class Catch {
    private Catch() {}

    /** Searches. */
    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        long runs = Long.parseLong(args[1]);
        Profile profile = profile(args.length > 2 ? args[2] : "");
        Swarm swarm = Swarm.standard();
        OwnTier tier = new OwnTier();
        long begun = System.nanoTime();
        for (long seed = first; seed < first + runs; seed++) {
            Set<String> laws = new LinkedHashSet<>();
            SwarmCase drawn = swarm.draw(profile, seed);
            try {
                RunResult result = tier.run(drawn.world(), drawn.profile(), seed);
                for (Violation violation : result.violations()) {
                    laws.add(violation.law());
                }
            } catch (RuntimeException failure) {
                laws.add("crash:" + failure.getClass().getSimpleName());
            }
            if (!laws.isEmpty()) {
                System.out.println("caught " + String.join(",", laws) + " " + seed + " " + seconds(begun));
                return;
            }
        }
        System.out.println("missed " + runs + " " + seconds(begun));
    }

    private static Profile profile(String rows) {
        Profile profile = Profile.of(Preset.HARDENED);
        for (String name : rows.isEmpty() ? new String[0] : rows.split(",")) {
            Row<?> row = Rows.named(name).orElseThrow(() -> new IllegalArgumentException("no row is called " + name));
            profile = profile.with(row, Preset.VLLM_2026_08);
        }
        return profile;
    }

    private static String seconds(long begun) {
        return String.valueOf((System.nanoTime() - begun) / 10_000_000 / 100.0);
    }
}
