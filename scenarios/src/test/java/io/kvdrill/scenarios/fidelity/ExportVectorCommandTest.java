package io.kvdrill.scenarios.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.vector.VectorFiles;
import io.kvdrill.scenarios.hosted.Examples;
import io.kvdrill.scenarios.shrink.Command;
import io.kvdrill.sim.search.swarm.Swarm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors of stored runs, which conform replays without a mismatch. */
class ExportVectorCommandTest {
    @TempDir
    private Path folder;

    private String stored(String path) {
        return folder.resolve("runs").resolve(path).toString();
    }

    private Command run(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 3);
        System.arraycopy(args, 0, all, 1, args.length);
        all[0] = "run";
        all[args.length + 1] = "--out";
        all[args.length + 2] = folder.resolve("runs").toString();
        return Command.run(all);
    }

    @ParameterizedTest
    @CsvSource({"vllm-2026-08,", "vllm-2026-10,--profile vllm-2026-10", "hardened,--profile hardened"})
    void aStoredRunOfAPresetReplaysUnderIt(String profile, String option) {
        run("peer-death/in-data", "--profile", profile);
        String file = folder.resolve("death.jsonl").toString();
        Command export = Command.run("export-vector", stored("peer-death/in-data/" + profile + "/1"), "-o", file);

        assertThat(export.status()).as(export.err()).isZero();
        assertThat(export.out()).contains("2 vectors", "replay: kvdrill conform " + file);
        assertThat(VectorFiles.read(List.of(Path.of(file))).get(file))
                .allSatisfy(vector -> assertThat(vector.steps()).hasSizeGreaterThan(20));
        String[] replay = (option == null ? "conform " + file : "conform " + file + " " + option).split(" ", -1);
        Command conform = Command.run(replay);
        assertThat(conform.out()).contains("2 vectors", "0 mismatches").doesNotContain("skipped");
        assertThat(conform.status()).isZero();
    }

    @Test
    void aRunWithItsTracesExactTimesIsTheStoredOne() {
        run("peer-death/in-data", "--profile", "vllm-2026-08");
        Command export = Command.run("export-vector", stored("peer-death/in-data/vllm-2026-08/1"), "--peer", "decode");

        assertThat(export.out().lines()).hasSize(1);
        assertThat(export.out())
                .startsWith("{\"name\":\"peer-death/in-data under vllm-2026-08, seed 1, decode, life 1\"");
        assertThat(export.err()).contains("1 vector, ").doesNotContain("differs from the stored one");
    }

    @Test
    void aDrawnRunWithRowsOfItsOwnComesWithItsProfile() {
        Profile august = Profile.of(Preset.VLLM_2026_08);
        long seed = LongStream.range(0, 100)
                .filter(each ->
                        Swarm.standard().draw(august, each).profile().name().endsWith("+drawn"))
                .findFirst()
                .orElseThrow();
        run("--swarm-seed", String.valueOf(seed), "--profile", "vllm-2026-08");
        String file = folder.resolve("drawn.jsonl").toString();
        String stored = stored("swarm-" + seed + "/vllm-2026-08+drawn/" + seed);

        Command refused = Command.run("export-vector", stored);
        assertThat(refused.err()).contains("changes rows of its profile", "use -o FILE");
        assertThat(refused.status()).isEqualTo(2);
        Command export = Command.run("export-vector", stored, "-o", file);
        assertThat(export.out()).contains("--profile " + file + ".profile.yaml");
        Command conform = Command.run("conform", file, "--profile", file + ".profile.yaml");
        assertThat(conform.out()).contains("0 mismatches");
        assertThat(conform.status()).as(conform.err()).isZero();
    }

    @Test
    void aTierInAnotherProcessIsWrittenDownAsItIs() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        run("peer-death/in-data", "--profile", "hardened", "--tier", "decode=" + Examples.smallTier());
        String file = folder.resolve("small.jsonl").toString();
        Command export =
                Command.run("export-vector", stored("peer-death/in-data/hardened/1"), "--peer", "decode", "-o", file);

        assertThat(export.status()).as(export.err()).isZero();
        Command conform = Command.run("conform", file, "--tier", Examples.smallTier());
        assertThat(conform.out()).contains("1 vectors", "0 mismatches");
        assertThat(conform.status()).isZero();
    }

    @Test
    void badInputIsRefused() throws Exception {
        run("peer-death/in-data", "--profile", "vllm-2026-08");
        String stored = stored("peer-death/in-data/vllm-2026-08/1");
        refuses("is no folder", "nowhere");
        refuses("the run has no such peer", stored, "--peer", "decoder");
        refuses(
                "cannot be written to",
                stored,
                "-o",
                folder.resolve("no/such/folder").toString());
        Files.delete(Path.of(stored, "report.json"));
        refuses("no such file", stored);
    }

    private static void refuses(String message, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "export-vector";
        System.arraycopy(args, 0, all, 1, args.length);
        Command command = Command.run(all);
        assertThat(command.err()).contains(message);
        assertThat(command.status()).isEqualTo(2);
    }
}
