package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code init}, {@code completion}, {@code schema} and every {@code --help}. */
@DisplayName("kvdrill for somebody who begins")
class StartingCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void writesAScenarioThatRunsAsStated() {
        String file = folder.resolve("drills/mine.yaml").toString();

        Cli init = Cli.run("init", file);

        assertThat(init.status()).as(init.err()).isEqualTo(0);
        assertThat(init.out()).contains("kvdrill run " + file);
        assertThat(Cli.run("check", file).out()).isEqualTo(file + ": ok, 2 cases" + System.lineSeparator());
        assertThat(Cli.run("run", file).status()).isEqualTo(0);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void writesAScenarioWithThePermissionsOfAnyNewFile() throws IOException {
        Path mine = folder.resolve("mine.yaml");
        Path any = Files.createFile(folder.resolve("any"));

        assertThat(Cli.run("init", mine.toString()).status()).isEqualTo(0);
        assertThat(Files.getPosixFilePermissions(mine)).isEqualTo(Files.getPosixFilePermissions(any));
    }

    @Test
    void leavesAFileThatExistsAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "mine");

        Cli refused = Cli.run("init", file.toString());

        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("mine.yaml: exists", "--force");
        assertThat(file).hasContent("mine");
        assertThat(Cli.run("init", file.toString(), "--force").status()).isEqualTo(0);
        assertThat(file).content().startsWith("# A kvdrill scenario");
        assertThat(Cli.run("init", folder.toString(), "--force").status()).isEqualTo(2);
        assertThat(Cli.run("init", file.resolve("inside").toString()).status()).isEqualTo(2);
    }

    @Test
    void printsSchemas() {
        assertThat(Cli.run("schema").out()).contains("\"$id\" : \"urn:kvdrill:scenario:1\"");
        assertThat(Cli.run("schema", "trace").out()).contains("\"$id\" : \"urn:kvdrill:trace:1\"");
        assertThat(Cli.run("schema", "scenrio").status()).isEqualTo(2);
        assertThat(Cli.run("schema", "scenrio").err()).contains("did you mean 'scenario'?");
    }

    @Test
    void completesVerbsOptionsAndScenariosInBash() throws Exception {
        Path script = Files.writeString(
                folder.resolve("kvdrill.bash"), Cli.run("completion", "bash").out());

        assertThat(completed(script, "kvdrill", "ex")).containsExactlyInAnyOrder("explain", "explore", "export-vector");
        assertThat(completed(script, "kvdrill", "run", "--ju")).containsExactly("--junit");
        assertThat(completed(script, "kvdrill", "run", "peer-death/in-d")).containsExactly("peer-death/in-data");
        assertThat(completed(script, "kvdrill", "explain", "load_timeout_p")).containsExactly("load_timeout_pd");
    }

    @Test
    void hasAScriptForZshAndForNoOtherShell() {
        assertThat(Cli.run("completion", "zsh").out()).contains("bashcompinit");
        assertThat(Cli.run("completion", "fish").status()).isEqualTo(2);
        assertThat(Cli.run("completion").status()).isEqualTo(2);
    }

    @Test
    void teachesEveryVerbByTwoExamplesOrMore() {
        for (String verb : verbs()) {
            Cli help = Cli.run(verb, "--help");

            assertThat(help.status()).isEqualTo(0);
            assertThat(help.lines()).allMatch(line -> line.length() <= 80);
            if (!verb.equals("completion")) {
                assertThat(help.lines().stream().filter(line -> line.startsWith("  kvdrill " + verb)))
                        .as(help.out())
                        .hasSizeGreaterThanOrEqualTo(verb.equals("init") || verb.equals("diff") ? 1 : 2);
            }
        }
    }

    private static List<String> verbs() {
        Console console = new Console(
                new java.io.PrintWriter(new java.io.StringWriter()),
                new java.io.PrintWriter(new java.io.StringWriter()),
                false,
                Style.PLAIN);
        CommandLine commandLine = Main.commandLine(console, (runCase, observers) -> {
            throw new IllegalStateException("nothing is run here");
        });
        return List.copyOf(commandLine.getSubcommands().keySet());
    }

    private List<String> completed(Path script, String... words) throws Exception {
        String program =
                "compopt() { :; }; source " + script + "; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                        + (words.length - 1) + "; COMP_LINE='" + String.join(" ", words)
                        + "'; _complete_kvdrill; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Path out = folder.resolve("reply");
        Process bash = new ProcessBuilder("bash", "-c", program)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readAllLines(out).stream().map(String::strip).toList();
    }
}
