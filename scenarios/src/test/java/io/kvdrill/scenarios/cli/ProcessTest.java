package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command line as a process of its own, as the launcher does. */
@DisplayName("The process")
class ProcessTest {
    private static final int INTERRUPTED = 130; // 128 + SIGINT
    /** What a shell starts in the background ignores interrupts, and so would all that the tests start. */
    private static final List<String> WITH_INTERRUPTS =
            OS.LINUX.isCurrentOs() ? List.of("env", "--default-signal=INT") : List.of();

    private static final Duration AT_WORK = Duration.ofSeconds(5); // of CPU time: starting takes less than half of it

    @TempDir
    private Path folder;

    private record Ended(int status, String out, String err) {}

    @Test
    void endsWith0WhereTheOutcomeIsTheStatedOne() throws Exception {
        Ended ended = run(List.of(), "run", "peer-death/in-data", "--profile", "hardened");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.status()).isEqualTo(0);
        assertThat(ended.out())
                .startsWith("peer-death/in-data under hardened, seed 1: as stated")
                .doesNotContain("\u001b");
    }

    @Test
    void endsWith1WhereItIsNot() throws Exception {
        Ended ended =
                run(List.of(), "run", "peer-death/in-data", "--set", "expect=[{survives: decode}, {crashes: prefill}]");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void endsWith2AndNoStackTraceOnWrongInput() throws Exception {
        Ended ended = run(List.of(), "run", "peer-deth");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("did you mean 'peer-death'?").doesNotContain("\tat ");
    }

    @Test
    void takesAFileWhereItHasTheNameOfAShippedScenario() throws Exception {
        Files.writeString(folder.resolve("peer-death"), "format: 1\nabout: Mine\npeers: {a: {}}\n");

        Ended check = run(List.of(), "check", "peer-death");
        Ended run = run(List.of(), "run", "peer-death");

        assertThat(check.out()).isEqualTo("peer-death: ok (the file here, not the shipped scenario)\n");
        assertThat(run.out()).startsWith("peer-death under hardened, seed 1: as stated");
        assertThat(run.err())
                .isEqualTo("kvdrill: peer-death is the file here, not the shipped scenario of that name\n");
    }

    @Test
    void refusesHundredMegabytesInLittleMemory() throws Exception {
        Path large = folder.resolve("large.yaml");
        try (SeekableByteChannel file =
                Files.newByteChannel(large, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.position(100L << 20).write(ByteBuffer.wrap(new byte[] {'\n'}));
        }

        Ended ended = run(List.of("-Xmx48m"), "run", large.toString());

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("is larger than 4 MiB");
    }

    @Test
    void saysTheSameWhateverTheLocaleAndTheTimeZone() throws Exception {
        Ended here = run(List.of(), "run", "late-write-after-abort", "--profile", "vllm-2026-08");
        Ended there = run(
                List.of("-Duser.language=ar", "-Duser.country=SA", "-Duser.timezone=Asia/Kolkata"),
                "run",
                "late-write-after-abort",
                "--profile",
                "vllm-2026-08");

        assertThat(there).isEqualTo(here);
    }

    @Test
    void aSweepThatIsInterruptedTellsAndStoresWhatItCameTo() throws Exception {
        String stored = folder.resolve("night").toString();
        Ended ended = interrupt("sweep", "--swarm", "--budget", "10m", "--jobs", "1", "--out", stored);

        assertThat(ended.out()).contains("(cut short)");
        assertThat(ended.status()).isEqualTo(INTERRUPTED);
        Ended goesOn =
                run(List.of(), "sweep", "--swarm", "--budget", "1runs", "--jobs", "1", "--out", stored, "--resume");
        assertThat(goesOn.status()).as(goesOn.err()).isLessThan(2);
    }

    @Test
    void anExplorationThatIsInterruptedTellsWhatItHasCovered() throws Exception {
        Ended ended = interrupt("explore", "explore-two-peers", "--deviations", "any");

        assertThat(ended.out()).contains("stopped before everything was covered");
        assertThat(ended.status()).isEqualTo(INTERRUPTED);
    }

    @Test
    void shrinkingThatIsInterruptedLeavesTheBestFileSoFar() throws Exception {
        String file = folder.resolve("small.yaml").toString();
        Ended ended = interrupt(
                "shrink", "--swarm-seed", "343", "--profile", "vllm-2026-08", "--max-time", "10m", "-o", file);

        assertThat(ended.out()).contains("again: kvdrill run " + file);
        assertThat(run(List.of(), "run", file).status()).isZero();
    }

    @Test
    void aMeasureOfFidelityThatIsInterruptedTellsWhatItHasCompared() throws Exception {
        String tier = "exec python3 "
                + Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("examples/tier/small_tier.py");
        Ended ended = interrupt(
                "fidelity",
                "--no-scenarios",
                "--swarm-runs",
                "100000",
                "--jobs",
                "1",
                "--subject",
                tier,
                "--profile",
                "vllm-2026-08");

        assertThat(ended.err()).containsPattern("cut short after [0-9]+ of 100000 runs");
        assertThat(ended.out()).contains("steps");
        assertThat(ended.status()).isEqualTo(INTERRUPTED);
    }

    @Test
    void aSweepOverTiersThatIsInterruptedCountsNoRunThatThatCut() throws Exception {
        String tier = "exec python3 "
                + Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("examples/tier/small_tier.py");
        Ended ended = interrupt(
                "sweep",
                "--swarm",
                "--seeds",
                "1..100000",
                "--out",
                "swept",
                "--tier",
                "*=" + tier,
                "--profile",
                "hardened");

        assertThat(ended.out()).contains("cut short").doesNotContain("threw", "Shutdown in progress", ". tier");
        assertThat(ended.status()).isEqualTo(INTERRUPTED);
    }

    @Test
    void endsWithoutAWordWhereNobodyReadsOn() throws Exception {
        for (List<String> words : List.of(List.of("schema", "scenario"), List.of("list", "--json"))) {
            Path err = folder.resolve("err");
            Process process = new ProcessBuilder(command(List.of(), words.toArray(new String[0])))
                    .directory(folder.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getInputStream().close();

            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(err)).isEmpty();
            assertThat(process.exitValue()).isEqualTo(141);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysThatItsOutputCouldNotBeWritten() throws Exception {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command(List.of(), "list"))
                .directory(folder.toFile())
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(err.toFile())
                .start();

        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err))
                .isEqualTo("kvdrill: the output could not be written" + System.lineSeparator());
        assertThat(process.exitValue()).isEqualTo(3);
    }

    /** Interrupts a command as Ctrl-C does, once it has worked so long that it must be past its beginning. */
    private Ended interrupt(String... args) throws IOException, InterruptedException {
        List<String> interruptible = new ArrayList<>(WITH_INTERRUPTS);
        interruptible.addAll(command(List.of(), args));
        Process process = start(interruptible);
        while (process.isAlive()
                && process.info().totalCpuDuration().orElse(Duration.ZERO).compareTo(AT_WORK) < 0) {
            Thread.sleep(100);
        }
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                .start()
                .waitFor();
        return ended(process);
    }

    private Ended run(List<String> options, String... args) throws IOException, InterruptedException {
        return ended(start(command(options, args)));
    }

    private static List<String> command(List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(args));
        return command;
    }

    private Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private Ended ended(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(
                process.exitValue(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }
}
