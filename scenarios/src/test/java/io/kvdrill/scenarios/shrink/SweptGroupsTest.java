package io.kvdrill.scenarios.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.SetBack;
import io.kvdrill.sim.search.SetBacks;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Size;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shrinks what sweeps find with the commands that they print. A slice runs with all other tests;
 * {@code -Dkvdrill.shrink.groups=60} makes it as many groups, and {@code -Dkvdrill.shrink.time=60s} gives each that long.
 * The table goes to standard output.
 */
@DisplayName("Groups of a sweep")
class SweptGroupsTest {
    private static final int SLICE = 10;
    private static final String OLD = "vllm-2026-08";

    /** Seeds of one way to sweep. */
    private record Hunt(String name, List<String> options, long first, long last) {}

    /** What became of one group. */
    private record Shrunk(String hunt, Signature signature, int status, boolean fails, Size size, double seconds) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-28s %-4s %2d %-22s %d peers %d requests %d faults %5.1f s %s",
                    hunt,
                    signature.law(),
                    signature.statement(),
                    signature.event(),
                    size.peers(),
                    size.requests(),
                    size.faults(),
                    seconds,
                    fails ? "fails alike" : status == 0 ? "fails otherwise" : "refused");
        }
    }

    @TempDir
    private Path folder;

    @Test
    void shrinkToSmallFilesThatFailAlike() throws IOException {
        int most = Integer.getInteger("kvdrill.shrink.groups", SLICE);
        String time = System.getProperty("kvdrill.shrink.time", "10s");
        List<Shrunk> all = new ArrayList<>();
        for (Hunt hunt : most > SLICE ? hunts() : slice()) {
            for (JsonNode group : groups(hunt)) {
                if (all.size() < most) {
                    all.add(shrink(hunt, group, time, all.size()));
                    System.out.println(all.get(all.size() - 1).line());
                }
            }
        }

        assertThat(all).hasSizeGreaterThanOrEqualTo(Math.min(most, SLICE));
        assertThat(all.stream().filter(Shrunk::fails).count())
                .as("files that fail alike")
                .isGreaterThanOrEqualTo((long) Math.ceil(0.95 * all.size()));
        assertThat(median(all, Size::peers)).as("median of peers").isLessThanOrEqualTo(2);
        assertThat(median(all, Size::requests)).as("median of requests").isLessThanOrEqualTo(2);
        assertThat(median(all, Size::faults)).as("median of faults").isLessThanOrEqualTo(2);
    }

    private static int median(List<Shrunk> all, ToIntFunction<Size> part) {
        return all.stream()
                .mapToInt(each -> part.applyAsInt(each.size()))
                .sorted()
                .toArray()[all.size() / 2];
    }

    private static List<Hunt> slice() {
        return List.of(
                new Hunt(OLD, List.of("--profile", OLD), 0, 60),
                new Hunt("vllm-2026-10", List.of("--profile", "vllm-2026-10"), 0, 60),
                hunt(SetBacks.all().get(0), 2));
    }

    private static List<Hunt> hunts() {
        List<Hunt> hunts = new ArrayList<>();
        hunts.add(new Hunt(OLD, List.of("--profile", OLD), 0, 1_500));
        hunts.add(new Hunt("vllm-2026-10", List.of("--profile", "vllm-2026-10"), 0, 1_500));
        SetBacks.all().forEach(back -> hunts.add(hunt(back, 600)));
        return hunts;
    }

    private static Hunt hunt(SetBack back, long seeds) {
        List<String> options = new ArrayList<>(List.of("--profile", "hardened"));
        back.masks().forEach(mask -> options.addAll(setBack(mask)));
        options.addAll(setBack(back.row()));
        return new Hunt(back.row().toString(), options, 0, seeds);
    }

    private static List<String> setBack(Row<?> row) {
        return List.of("--set", "profile." + row + "=" + OLD);
    }

    private static List<JsonNode> groups(Hunt hunt) {
        List<String> words = new ArrayList<>(List.of("sweep", "--swarm", "--json", "--jobs", "1"));
        words.addAll(List.of("--seeds", hunt.first() + ".." + hunt.last()));
        words.addAll(hunt.options());
        Command sweep = Command.run(words.toArray(new String[0]));
        assertThat(sweep.status()).as(sweep.err()).isLessThanOrEqualTo(1);
        return sweep.out()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .filter(line -> line.has("law"))
                .toList();
    }

    private Shrunk shrink(Hunt hunt, JsonNode group, String time, int number) throws IOException {
        Path file = folder.resolve(number + ".yaml");
        List<String> words = new ArrayList<>(ShellWords.of(group.get("shrink").asString()));
        words.remove(0);
        words.addAll(List.of("--max-time", time, "-o", file.toString()));
        Signature signature = new Signature(
                group.get("law").asString(),
                group.get("statement").asInt(),
                group.get("event").asString(),
                group.get("state").asString());
        long start = System.nanoTime();
        Command shrink = Command.run(words.toArray(new String[0]));
        double seconds = (System.nanoTime() - start) / 1e9;
        if (shrink.status() != 0) {
            System.out.println(shrink.err());
            return new Shrunk(hunt.name(), signature, shrink.status(), false, new Size(99, 99, 99, 99, 99), seconds);
        }
        String text = Files.readString(file);
        Scenario small = new ScenarioReader(List.of())
                .read(Source.of(file.toString(), text), "small", "small")
                .get(0);
        return new Shrunk(
                hunt.name(),
                signature,
                0,
                fails(small, text, signature),
                Size.of(small.world(), text.length()),
                seconds);
    }

    /** Whether the file fails as the group did, with the seed that its first line names. */
    private static boolean fails(Scenario small, String text, Signature signature) {
        List<String> again = ShellWords.of(text.lines().findFirst().orElseThrow());
        int at = again.indexOf("--seed");
        long seed = at < 0 ? 1 : Long.parseLong(again.get(at + 1));
        World world = small.world();
        List<Profile> profiles = new ArrayList<>(List.of(small.profile()));
        world.under()
                .forEach(outcome ->
                        Preset.named(outcome.profile()).map(Profile::of).ifPresent(profiles::add));
        boolean outcomeCounts = signature.law().equals(Signature.OUTCOME);
        World plain = outcomeCounts
                ? world
                : world.toBuilder().onlyExpect(List.of()).onlyUnder(List.of()).build();
        for (Profile profile : profiles) {
            RunResult result = new OwnTier(small.pinBudgetSlotNanos()).runKeepingTrace(plain, profile, seed);
            if (signature.shownBy(result)) {
                return true;
            }
        }
        return false;
    }
}
