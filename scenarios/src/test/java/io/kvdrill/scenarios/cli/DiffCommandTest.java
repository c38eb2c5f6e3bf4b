package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kvdrill diff")
class DiffCommandTest {
    @TempDir
    private Path folder;

    @Test
    void saysThatTwoRunsOfOneSeedAreTheSame() {
        String first = store("one", "hardened");
        String second = store("two", "hardened");

        Cli cli = Cli.run("diff", first, second);

        assertThat(cli.status()).isEqualTo(0);
        assertThat(cli.out()).contains("the same: ");
    }

    @Test
    void namesTheFirstDifferentEventAndWhatLedToIt() {
        String first = store("one", "hardened");
        String second = store("two", "vllm-2026-10");

        Cli cli = Cli.run("diff", first, second + "/trace.jsonl");

        assertThat(cli.status()).isEqualTo(1);
        assertThat(cli.out())
                .contains("the first difference is event ")
                .contains("what=connect")
                .contains("after 0.000000000 s decode request_opened")
                .contains("  the outcome is the same: as stated");
        assertThat(cli.lines())
                .filteredOn(line -> line.length() > 80 && !line.startsWith("A  /") && !line.startsWith("B  /"))
                .isEmpty();
    }

    @Test
    void comparesWhatCameOfTheRunsFirst() {
        Path out = folder.resolve("out");
        Cli.run("run", "late-write-after-abort", "--out", out.toString());

        Cli cli = Cli.run(
                "diff",
                out.resolve("late-write-after-abort/hardened/1").toString(),
                out.resolve("late-write-after-abort/vllm-2026-08/1").toString());

        assertThat(cli.status()).isEqualTo(1);
        assertThat(cli.out().indexOf("laws broken: A none; B I2, I11"))
                .isPositive()
                .isLessThan(cli.out().indexOf("the first difference is event"));
    }

    @Test
    void refusesAReportOfAnotherVersion() throws IOException {
        String stored = store("one", "hardened");
        Path report = Path.of(stored, "report.json");
        Files.writeString(report, Files.readString(report).replace("\"report_version\" : 1", "\"report_version\" : 2"));

        Cli cli = Cli.run("diff", stored, stored);

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.err()).contains("has version 2; this kvdrill reads version 1");
    }

    @Test
    void refusesWhatIsNoTrace() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        Path other = Files.writeString(folder.resolve("other"), "{\"a\": 1}\n");
        Path cut = folder.resolve("cut");
        List<String> lines = Files.readAllLines(Path.of(store("one", "hardened"), "trace.jsonl"));
        Files.write(cut, lines.subList(0, 20));

        for (Path bad : List.of(empty, other, cut, folder, folder.resolve("gone"))) {
            Cli cli = Cli.run("diff", bad.toString(), bad.toString());

            assertThat(cli.status()).as(bad.toString()).isEqualTo(2);
            assertThat(cli.err()).startsWith("kvdrill: ").doesNotContain("\tat ");
        }
    }

    private String store(String name, String profile) {
        Path out = folder.resolve(name);
        Cli cli = Cli.run("run", "peer-death/in-data", "--profile", profile, "--out", out.toString());
        assertThat(cli.err()).isEmpty();
        return out.resolve("peer-death")
                .resolve("in-data")
                .resolve(profile)
                .resolve("1")
                .toString();
    }
}
