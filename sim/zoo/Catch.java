import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.SetBack;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.search.shrink.Shrinker;
import io.kvdrill.sim.search.shrink.Shrinker.Limits;
import io.kvdrill.sim.search.shrink.Shrinker.Shrunk;
import io.kvdrill.sim.search.shrink.Size;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Searches the classes that stand first on the class path: runs the swarm, seeds 0, 1, 2, ..., until a law breaks that does
 * not break with the same seed without the bug; then shrinks that run. Told nothing about the bug. One line on standard
 * output: {@code caught LAWS RUNS SECONDS SIZE}, or {@code missed - RUNS SECONDS -}.
 *
 * <p>Arguments: the number of runs; the seconds that shrinking may take, 0 for no shrinking; the class path without the
 * bug; the rows to set back to vllm-2026-08, the first of which is the bug and the others its masks, separated by commas,
 * or nothing.
 */
public final class Catch {
    private static final int MOST_SHRINKING_RUNS = 5_000;
    private static final String CRASH = "crash:";

    private Catch() {}

    /** Searches. */
    public static void main(String[] args) throws ReflectiveOperationException {
        long runs = Long.parseLong(args[0]);
        long shrinkingNanos = Long.parseLong(args[1]) * 1_000_000_000L;
        List<String> rows = args.length > 3 && !args[3].isEmpty() ? List.of(args[3].split(",")) : List.of();
        List<String> masks = rows.isEmpty() ? rows : rows.subList(1, rows.size());
        Clean clean = new Clean(args[2], String.join(",", masks));
        Profile profile = profile(rows);
        Swarm swarm = Swarm.standard();
        long begun = System.nanoTime();
        for (long seed = 0; seed < runs; seed++) {
            Set<String> broken = brokenBy(swarm, profile, seed);
            if (!broken.isEmpty()) {
                broken.removeAll(clean.brokenBy(seed));
            }
            if (!broken.isEmpty()) {
                String seconds = seconds(begun);
                String size = shrinkingNanos == 0 ? "-" : shrunk(swarm, profile, seed, shrinkingNanos);
                System.out.println("caught\t" + String.join(", ", broken) + "\t" + (seed + 1) + "\t" + seconds + "\t" + size);
                return;
            }
        }
        System.out.println("missed\t-\t" + runs + "\t" + seconds(begun) + "\t-");
    }

    private static Set<String> brokenBy(Swarm swarm, Profile profile, long seed) {
        SwarmCase drawn = swarm.draw(profile, seed);
        try {
            RunResult result = new OwnTier().run(drawn.world(), drawn.profile(), seed);
            Set<String> broken = SetBack.brokenBy(result);
            if (broken.isEmpty()) {
                Signature.of(result).map(Signature::law).ifPresent(broken::add); // a run that does not come to rest
            }
            return broken;
        } catch (RuntimeException failure) {
            return new LinkedHashSet<>(Set.of(CRASH + failure.getClass().getSimpleName()));
        }
    }

    /** For {@link Clean}: what breaks without the bug. */
    public static String brokenBy(String rows, long seed) {
        return String.join(
                ",", brokenBy(Swarm.standard(), profile(rows.isEmpty() ? List.of() : List.of(rows.split(","))), seed));
    }

    /** The classes as they are, in a loader of their own. */
    private static final class Clean {
        private final String path;
        private final String rows;
        private ClassLoader loader;

        Clean(String path, String rows) {
            this.path = path;
            this.rows = rows;
        }

        Set<String> brokenBy(long seed) throws ReflectiveOperationException {
            if (loader == null) {
                List<URL> urls = new ArrayList<>();
                for (String part : path.split(File.pathSeparator)) {
                    try {
                        urls.add(new File(part).toURI().toURL());
                    } catch (java.net.MalformedURLException failure) {
                        throw new IllegalArgumentException("no path: " + part, failure);
                    }
                }
                loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            }
            Object broken = Class.forName("Catch", true, loader)
                    .getMethod("brokenBy", String.class, long.class)
                    .invoke(null, rows, seed);
            return Set.of(broken.toString().split(","));
        }
    }

    private static Profile profile(List<String> rows) {
        Profile profile = Profile.of(Preset.HARDENED);
        for (String name : rows) {
            Row<?> row = Rows.named(name).orElseThrow(() -> new IllegalArgumentException("no row is called " + name));
            profile = profile.with(row, Preset.VLLM_2026_08);
        }
        return profile;
    }

    private static String shrunk(Swarm swarm, Profile profile, long seed, long nanos) {
        try {
            SwarmCase drawn = swarm.draw(profile, seed);
            OwnTier tier = new OwnTier();
            RunResult first = tier.runKeepingTrace(drawn.world(), drawn.profile(), seed);
            Optional<Signature> signature = Signature.of(first);
            long deadline = System.nanoTime() + nanos;
            Limits limits = new Limits(MOST_SHRINKING_RUNS, () -> System.nanoTime() < deadline);
            Candidate start = Shrinker.withoutOutcome(new Candidate(drawn.world(), drawn.profile(), seed));
            Optional<Shrunk> shrunk = new Shrinker(tier, new EventCatalogue(), Catch::characters, limits)
                    .shrink(start, signature.orElseThrow());
            return shrunk.map(small -> words(small.size())).orElse("not shrunk");
        } catch (RuntimeException failure) {
            return "not shrunk: " + failure.getClass().getSimpleName();
        }
    }

    /** Near enough to the length of a scenario file, which would need its writer. */
    private static OptionalInt characters(Candidate candidate) {
        return OptionalInt.of(candidate.world().toString().length()
                + candidate.profile().overridden().toString().length());
    }

    private static String words(Size size) {
        return count(size.peers(), "peer") + ", " + count(size.requests(), "request") + ", "
                + count(size.faults(), "fault") + ", " + count(size.blocks(), "block");
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static String seconds(long begun) {
        return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - begun) / 1e9);
    }
}
