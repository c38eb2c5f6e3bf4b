package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code kvdrill sweep plan}, {@code run-shard} and {@code merge}. */
@DisplayName("The shards of a sweep")
class SweepShardsTest {
    private static final int SHARDS = 4;
    private static final List<String> SUBJECT = List.of(
            "--swarm", "--profile", "vllm-2026-08", "--vary", "profile.load_timeout_pd=5s,30s", "--seeds", "1..22");

    @TempDir
    private Path folder;

    private String plan = "";

    @BeforeEach
    void plan() {
        plan = path("plan.json");
        ok(with(SUBJECT, "sweep", "plan"), "--shard-size", "6", "-o", plan);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private static String[] with(List<String> options, String... words) {
        return Stream.concat(Stream.of(words), options.stream()).toArray(String[]::new);
    }

    private static Cli run(String[] words, String... more) {
        return Cli.run(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new));
    }

    private static Cli ok(String[] words, String... more) {
        Cli cli = run(words, more);
        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        return cli;
    }

    private Cli shard(int number, String out) {
        return ok(new String[] {"sweep", "run-shard", "--plan", plan, "--out", path(out)}, "--shard", "" + number);
    }

    private Cli merge(String... more) {
        return run(new String[] {"sweep", "merge", "--plan", plan}, more);
    }

    private void partly(String into, String... parts) {
        List<String> words = new ArrayList<>(List.of("sweep", "merge", "--plan", plan, "--partly", path(into)));
        Arrays.stream(parts).map(this::path).forEach(words::add);
        ok(words.toArray(String[]::new));
    }

    private byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    private void assertSameSweep(String one, String other) throws IOException {
        for (String file : List.of("sweep.json", "sweep-report.json")) {
            assertThat(Files.readString(folder.resolve(one).resolve(file)))
                    .isEqualTo(Files.readString(folder.resolve(other).resolve(file)));
        }
    }

    @Test
    void comeToTheBytesOfTheSweepThatWasNotCut() throws IOException {
        Cli whole = run(with(SUBJECT, "sweep"), "--out", path("whole"), "--json");
        IntStream.of(2, 0, 3, 1).forEach(number -> shard(number, "shards"));

        Cli merged = merge(path("shards"), "--out", path("merged"), "--json");

        assertThat(merged.status()).isEqualTo(whole.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertSameSweep("merged", "whole");
        assertThat(merged.lines()).hasSameSizeAs(whole.lines());
        assertThat(merged.lines().get(0)).isEqualTo(whole.lines().get(0));
        assertThat(run(new String[] {"report", path("merged")}).status()).isZero();
    }

    @Test
    void addUpInAnyOrderAndGrouping() throws IOException {
        IntStream.range(0, SHARDS).forEach(number -> shard(number, "shards"));
        partly("ab.json", "shards/shard-000000.json", "shards/shard-000001.json");
        partly("abc.json", "ab.json", "shards/shard-000002.json");
        partly("cd.json", "shards/shard-000003.json", "shards/shard-000002.json");
        merge(path("shards"), "--out", path("flat"));
        merge(path("abc.json"), path("shards/shard-000003.json"), "--out", path("left"));
        merge(path("cd.json"), path("ab.json"), "--out", path("right"));

        assertSameSweep("left", "flat");
        assertSameSweep("right", "flat");
    }

    @Test
    void areTheSameBytesHoweverOftenTheyAreRun() throws IOException {
        shard(1, "shards");
        byte[] once = bytes("shards/shard-000001.json");

        assertThat(shard(1, "shards").out()).contains("shard 1: was run before");
        assertThat(bytes("shards/shard-000001.json")).isEqualTo(once);

        Files.delete(folder.resolve("shards/shard-000001.json"));
        ok(
                new String[] {"sweep", "run-shard", "--plan", plan, "--out", path("shards")},
                "--shard",
                "1",
                "--jobs",
                "3",
                "--keep-every",
                "0s");
        assertThat(bytes("shards/shard-000001.json")).isEqualTo(once);
        assertThat(folder.resolve("shards").toFile().list()).containsExactly("shard-000001.json");
    }

    @Test
    void areNamedWhereTheyAreMissingRepeatedForeignOrDamaged() throws IOException {
        shard(0, "shards");
        shard(1, "shards");
        Path shards = folder.resolve("shards");
        Files.createDirectories(folder.resolve("again"));
        Files.copy(shards.resolve("shard-000001.json"), folder.resolve("again/shard-000001.json"));
        String ours = Files.readString(shards.resolve("shard-000000.json"));
        Files.writeString(
                folder.resolve("again/shard-000002.json"),
                ours.replaceFirst("\"configuration\":\"\\w+\"", "\"configuration\":\"0123456789abcdef\""));
        Files.writeString(folder.resolve("again/shard-000003.json"), ours.substring(0, ours.length() / 2));

        Cli merged = merge(path("shards"), path("again"), "--out", path("merged"));

        assertThat(merged.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(merged.err())
                .contains("missing of 4 shards: 2..3")
                .contains("shard 1 is repeated: it is in " + shards.resolve("shard-000001.json") + " and in "
                        + folder.resolve("again/shard-000001.json"))
                .contains("shard-000002.json is foreign: it is of the plan 0123456789abcdef")
                .contains("shard-000003.json is damaged");
        assertThat(folder.resolve("merged")).doesNotExist();
        assertThat(merge(path("shards"), path("again"), "--partly", path("part.json"))
                        .status())
                .isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(folder.resolve("part.json")).doesNotExist();
    }

    @Test
    void ofTwoPlansDoNotShareAFolder() {
        shard(0, "shards");
        String other = path("other.json");
        ok(new String[] {"sweep", "plan", "--swarm", "--seeds", "1..9", "--shards", "3", "-o", other});

        Cli cli = run(new String[] {"sweep", "run-shard", "--plan", other, "--out", path("shards"), "--shard", "0"});

        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains("is of another plan");
    }

    @Test
    void areNotRunOfAScenarioThatHasChangedSince() throws IOException {
        Path mine = folder.resolve("mine.yaml");
        ok(new String[] {"init", mine.toString()});
        ok(new String[] {"sweep", "plan", mine.toString(), "--seeds", "1..4", "--shards", "2", "-o", plan});
        shard(0, "shards");
        Files.writeString(mine, Files.readString(mine).replaceFirst("(?m)^peers:", "seed_note: x\npeers:"));
        Cli broken = run(new String[] {"sweep", "run-shard", "--plan", plan, "--out", path("shards"), "--shard", "1"});
        assertThat(broken.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        Files.writeString(
                mine,
                Files.readString(mine)
                        .replace("seed_note: x\n", "")
                        .replaceFirst("(?m)^requests:", "until: 9s\nrequests:"));

        Cli changed = run(new String[] {"sweep", "run-shard", "--plan", plan, "--out", path("shards"), "--shard", "1"});

        assertThat(changed.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(changed.err()).contains("what the plan names is something else here: content was ");
    }

    @Test
    void areNotRunOfAPlanThatWasChangedByHand() throws IOException {
        Path file = Path.of(plan);
        Files.writeString(file, Files.readString(file).replace("\"seeds_per_shard\" : 6", "\"seeds_per_shard\" : 5"));

        Cli cli = run(new String[] {"sweep", "run-shard", "--plan", plan, "--out", path("shards"), "--shard", "0"});

        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains("was changed by hand");
    }

    @Test
    void areCountedByThePlan() {
        Cli cli = ok(with(SUBJECT, "sweep", "plan"), "--shards", "4", "-o", path("other.json"), "--json");

        assertThat(JsonMapper.shared().readTree(cli.out()).get("shards").asInt())
                .isEqualTo(4);
        assertThat(JsonMapper.shared().readTree(cli.out()).get("runs").asInt()).isEqualTo(44);
        assertThat(ok(with(SUBJECT, "sweep", "plan"), "--shard-size", "6", "-o", plan)
                        .out())
                .contains("44 runs in 4 shards of 6 seeds, numbered 0 to 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep plan --swarm --seeds 1..9|Missing required option: '--output=FILE'",
                "sweep plan --swarm -o p.json|Missing required option: '--seeds=A..B'",
                "sweep plan --seeds 1..9 -o p.json|what is to be swept?",
                "sweep plan --swarm --seeds 1..9 --shards 0 -o p.json|leaves nothing to run",
                "sweep plan --swarm --seeds 1..9 --shard-size 0 -o p.json|leaves a shard without a seed",
                "sweep plan --swarm --seeds 1..9 --shard-size 3 --shards 3 -o p.json|leave one out",
                "sweep plan --swarm --seeds 1..9000000 --shard-size 1 -o p.json|at most 1000000",
                "sweep plan --swarm --seeds 1..9 -o no/such/folder/p.json|there is no folder",
                "sweep --swarm plan --seeds 1..9 -o p.json|something stands between sweep and plan",
                "sweep run-shard --plan no.json --shard 0 --out d|cannot be read",
                "sweep run-shard --plan PLAN --out d|which shard?",
                "sweep run-shard --plan PLAN --shard 4 --out d|it has the shards 0 to 3",
                "sweep run-shard --plan PLAN --shard -1 --out d|it has the shards 0 to 3",
                "sweep run-shard --plan PLAN --shard two --out d|the plan has no such shard",
                "sweep run-shard --plan PLAN --shard 0 --jobs 0 --out d|leaves nobody",
                "sweep run-shard --plan PLAN --shard 0 --keep-every often --out d|is no time",
                "sweep merge --plan PLAN no/such/folder|is no file or folder",
                "sweep merge --plan PLAN . --out a --partly b|leave one out"
            })
    void areRefusedBeforeAnythingRunsWhereTheWordsAreWrong(String command, String says) throws IOException {
        String notAPlan = Files.writeString(folder.resolve("x"), "{}").toString();

        Cli cli = Cli.run(command.replace("PLAN", plan).split(" "));

        assertThat(cli.status()).as(cli.err()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains(says);
        assertThat(cli.out()).isEmpty();
        assertThat(run(new String[] {"sweep", "merge", "--plan", notAPlan, "."}).err())
                .contains("is no plan");
    }
}
