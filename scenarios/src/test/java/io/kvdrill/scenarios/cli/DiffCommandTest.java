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
                .contains("after 0.000000000 s 10.0.0.2:5710 request_opened");
        assertThat(cli.lines())
                .filteredOn(line -> line.length() > 80 && !line.startsWith("A  /") && !line.startsWith("B  /"))
                .isEmpty();
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
