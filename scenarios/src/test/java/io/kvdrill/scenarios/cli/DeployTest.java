package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.run.SimulatedRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What {@code deploy/} holds for schedulers fits the command line. */
@DisplayName("What is shipped for schedulers")
class DeployTest {
    private static final Path DEPLOY = Path.of("..", "deploy");

    @TempDir
    private Path folder;

    private static ParseResult parse(List<String> words) {
        PrintWriter ignored = new PrintWriter(new StringWriter());
        Console console = new Console(ignored, ignored, false, Style.PLAIN);
        return Main.commandLine(console, new SimulatedRunner())
                .parseArgs(words.toArray(String[]::new))
                .subcommand()
                .subcommand();
    }

    @Test
    void theIndexedJobRunsOneShardInEachPod() throws IOException {
        JsonNode job = new YAMLMapper()
                .readTree(Files.readString(DEPLOY.resolve("kubernetes/run-shard.yaml"), StandardCharsets.UTF_8));
        JsonNode spec = job.get("spec");
        assertThat(job.get("kind").asString()).isEqualTo("Job");
        assertThat(spec.get("completionMode").asString()).isEqualTo("Indexed");
        assertThat(spec.get("completions").asInt())
                .isEqualTo(spec.get("maxFailedIndexes").asInt());
        assertThat(spec.at("/podFailurePolicy/rules/1/onExitCodes/values/0").asInt())
                .isEqualTo(ExitStatus.WRONG_INPUT);
        JsonNode container = spec.at("/template/spec/containers/0");
        assertThat(container.get("name")).isEqualTo(spec.at("/podFailurePolicy/rules/1/onExitCodes/containerName"));
        List<String> words = new ArrayList<>();
        container.get("command").forEach(word -> words.add(word.asString()));

        ParseResult parsed = parse(words.subList(words.indexOf("kvdrill.jar") + 1, words.size()));

        assertThat(parsed.commandSpec().name()).isEqualTo("run-shard");
        assertThat(parsed.hasMatchedOption("--plan")).isTrue();
        assertThat(parsed.hasMatchedOption("--shard")).isFalse();
    }

    @Test
    void theSlurmTaskRunsOneShardOnTheCoresThatItWasGiven() throws Exception {
        Path kvdrill = folder.resolve("kvdrill");
        Files.writeString(kvdrill, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(kvdrill.toFile().setExecutable(true)).isTrue();
        ProcessBuilder task = new ProcessBuilder(
                "sh", DEPLOY.resolve("slurm/run-shard.sh").toRealPath().toString(), "a plan.json", "shards");
        task.directory(folder.toFile());
        task.environment().putAll(Map.of("SLURM_CPUS_PER_TASK", "3", "KVDRILL", kvdrill.toString()));
        Process process = task.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();

        ParseResult parsed = parse(said.lines().toList());

        assertThat(parsed.commandSpec().name()).isEqualTo("run-shard");
        String plan = parsed.matchedOptionValue("--plan", "");
        Integer jobs = parsed.matchedOptionValue("--jobs", 0);
        assertThat(plan).isEqualTo("a plan.json");
        assertThat(jobs).isEqualTo(3);
    }
}
