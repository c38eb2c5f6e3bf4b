package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.pair.Differences;
import io.kvdrill.reports.pair.RunPair;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.timeline.Fields;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Scenarios in processes over NIXL, its double unless another is named")
@Timeout(240)
class NixlProcessesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Said(int status, String out, String err) {}

    private static Said kvdrill(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(words, new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
        return new Said(status, out.toString(), err.toString());
    }

    private String[] overNixl(String... words) throws IOException, InterruptedException {
        return over(NixlDouble.in(folder), words);
    }

    private static String[] over(NixlDouble nixl, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--data", "nixl", "--nixl-lib", nixl.nixlLibrary().toString()));
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-transfer", "warm-producer/together"})
    void comeAsInTheSimulator(String scenario) throws IOException, InterruptedException {
        Said said = kvdrill(overNixl(
                "compare", scenario, "--on", "sim,processes", "--tolerance", "60s", "--set", "model.kv_block=64KiB"));

        assertThat(said.status()).as(said.out() + said.err()).isZero();
        assertThat(said.out()).contains(": the same");
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-transfer", "warm-producer/together", "explore-two-peers"})
    void comeAsOverSharedMemory(String scenario) throws IOException, InterruptedException {
        StoredRun shm = stored(folder.resolve("shm"), "run", scenario);
        StoredRun nixl = stored(folder.resolve("nixl"), overNixl("run", scenario));
        RunPair pair = Side.pair(shm.report(), shm.trace(), nixl.report(), nixl.trace());

        assertThat(pair.a().report().verdict()).isEqualTo(pair.b().report().verdict());
        assertThat(Differences.outcomesOf(pair)).isEmpty();
        assertThat(loads(nixl)).isEqualTo(loads(shm)).isNotEmpty();
    }

    /** Of each load, whether its engine was told that it went well. */
    private static List<String> loads(StoredRun run) {
        return run.trace().entries().stream()
                .filter(entry -> entry.kind().equals("load_ended"))
                .map(entry -> Fields.text(entry, "request") + " " + Fields.truth(entry, "success"))
                .sorted()
                .toList();
    }

    private static StoredRun stored(Path out, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--on", "processes", "--set", "model.kv_block=64KiB", "--tolerance", "60s"));
        all.addAll(List.of("--set", "profile.unbound_store_timeout=5s"));
        all.addAll(List.of("--profile", "hardened", "--out", out.toString()));
        Said said = kvdrill(all.toArray(String[]::new));
        assertThat(said.status()).as(said.out() + said.err()).isZero();
        try (Stream<Path> files = Files.walk(out)) {
            Path report = files.filter(file -> file.endsWith("report.json"))
                    .findFirst()
                    .orElseThrow();
            return StoredRun.read(String.valueOf(report.getParent()));
        }
    }

    @Test
    void sayWhichWayTheirBlocksTook() throws IOException, InterruptedException {
        Said said = kvdrill(overNixl(
                "run",
                "first-transfer",
                "--on",
                "processes",
                "--tolerance",
                "60s",
                "--set",
                "model.kv_block=64KiB",
                "--out",
                folder.toString()));

        assertThat(said.status()).as(said.out() + said.err()).isZero();
        try (Stream<Path> files = Files.walk(folder)) {
            Path report = files.filter(file -> file.endsWith("report.json"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(report))
                    .contains("blocks over nixl (UCX), from left to right ")
                    .containsPattern("from right to left (within one host|by RDMA|nobody knows)");
        }
    }

    @Test
    void hearTheirPeersWhateverALibraryPrints() throws IOException, InterruptedException {
        Said said = kvdrill(over(
                NixlDouble.talking(folder),
                "run",
                "first-transfer",
                "--on",
                "processes",
                "--tolerance",
                "60s",
                "--set",
                "model.kv_block=64KiB"));

        assertThat(said.status()).as(said.out() + said.err()).isZero();
    }

    @Test
    void holdTheSlotsOfADeadPeerForGoodWhereTheSimulatorFreesThem() throws IOException, InterruptedException {
        Said said = kvdrill(overNixl(
                "compare",
                "peer-death/in-control",
                "--on",
                "sim,processes",
                "--tolerance",
                "60s",
                "--set",
                "model.kv_block=64KiB",
                "--json"));

        assertThat(said.status()).as(said.out() + said.err()).isEqualTo(1);
        assertThat(said.out())
                .contains(
                        "\"subject\":\"load of r1 at decode\",\"a\":\"submitted, loading, failed, slots held, slots free\","
                                + "\"b\":\"submitted, loading, failed, slots held\"");
    }

    @Test
    void cannotHaveTheirWritesHeld() throws IOException, InterruptedException {
        Said said = kvdrill(overNixl("run", "co-located-sources/writes-stall", "--on", "processes"));

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains("fault writes: writes over NIXL cannot be held");
    }

    @Test
    void haveNoNixlInTheSimulator() throws IOException, InterruptedException {
        Said said = kvdrill(overNixl("run", "first-transfer"));

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains("with --on sim: nothing moves there");
    }
}
