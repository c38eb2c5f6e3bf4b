package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.search.ShardIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sweep over eight processes of this host, as a scheduler starts them. */
@DisplayName("A sweep over eight processes")
class SweepProcessesTest {
    private static final int SHARDS = 8;
    private static final int KILLED = 2;
    private static final int SEEDS_EACH = 160;
    private static final String SUBJECT = "--swarm";

    @TempDir
    private Path folder;

    @Test
    void comesToTheSameThoughTwoAreKilledMidway() throws Exception {
        String plan = folder.resolve("plan.json").toString();
        String seeds = "1.." + SHARDS * SEEDS_EACH;
        String shards = folder.resolve("shards").toString();
        assertThat(Cli.run("sweep", "plan", SUBJECT, "--seeds", seeds, "--shards", "" + SHARDS, "-o", plan)
                        .status())
                .isZero();

        List<Process> processes = new ArrayList<>();
        List<Integer> killed = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            processes.add(start(plan, shards, shard));
            if (shard % 2 == 1 || shard == SHARDS - 1) {
                await(processes, killed, shards);
            }
        }
        assertThat(killed).hasSize(KILLED);
        Cli incomplete = Cli.run("sweep", "merge", "--plan", plan, shards);
        assertThat(incomplete.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        for (int shard : killed) {
            assertThat(incomplete.err()).containsPattern("missing of 8 shards: .*\\b" + shard + "\\b");
            Process again = start(plan, shards, shard);
            assertThat(again.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(again.exitValue()).as(errors(shard)).isZero();
        }

        JsonNode merged = summary(Cli.run("sweep", "merge", "--plan", plan, shards, "--json"));
        JsonNode whole = summary(Cli.run("sweep", SUBJECT, "--seeds", seeds, "--json"));
        assertThat(merged.get("runs").asInt()).isEqualTo(SHARDS * SEEDS_EACH);
        for (String field : List.of("runs", "failed", "groups", "complete", "fingerprint", "coverage")) {
            assertThat(merged.get(field)).as(field).isEqualTo(whole.get(field));
        }
    }

    /** Waits for those under way to end, and kills those that have kept a part, until enough were killed. */
    private void await(List<Process> processes, List<Integer> killed, String shards) throws Exception {
        long patient = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (processes.stream().anyMatch(Process::isAlive)) {
            assertThat(System.nanoTime()).as("shards end").isLessThan(patient);
            for (int shard = 0; shard < processes.size(); shard++) {
                Path part = Path.of(shards, String.format("shard-%06d.part", shard));
                Process process = processes.get(shard);
                if (killed.size() < KILLED && process.isAlive() && Files.exists(part)) {
                    process.destroyForcibly().waitFor();
                    if (!Files.exists(Path.of(shards, String.format("shard-%06d.json", shard)))) {
                        killed.add(shard);
                    }
                }
            }
            Thread.sleep(2);
        }
        for (int shard = 0; shard < processes.size(); shard++) {
            if (!killed.contains(shard)) {
                assertThat(processes.get(shard).exitValue()).as(errors(shard)).isZero();
            }
        }
    }

    private Process start(String plan, String shards, int shard) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "sweep",
                "run-shard",
                "--plan",
                plan,
                "--out",
                shards,
                "--jobs",
                "1",
                "--keep-every",
                "0s");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(shard % 2 == 0 ? ShardIndex.SLURM : ShardIndex.KUBERNETES, "" + shard);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(folder.resolve("stderr-" + shard).toFile());
        return builder.start();
    }

    private String errors(int shard) throws IOException {
        return Files.readString(folder.resolve("stderr-" + shard));
    }

    private static JsonNode summary(Cli cli) {
        assertThat(cli.status()).as(cli.err()).isZero();
        return JsonMapper.shared().readTree(cli.lines().get(cli.lines().size() - 1));
    }
}
