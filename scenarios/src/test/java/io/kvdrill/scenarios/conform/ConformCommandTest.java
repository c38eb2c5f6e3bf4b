package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verb as its users see it: streams and exit status. */
class ConformCommandTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String GREET = "read hello; echo '{\"protocol\":1,\"subject\":\"shell\"}'; ";

    /** Answers every line with what is recorded of has_pending_work. */
    private static final String PENDING = GREET + "while read line; do echo '{\"returns\":true}'; done";

    private static final String IDLE = GREET + "while read line; do echo '{\"returns\":false}'; done";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void copyVectors() throws IOException {
        for (String file : List.of("server-abort", "construct", "oct")) {
            Files.writeString(folder.resolve(file + ".jsonl"), Recorded.content(file), StandardCharsets.UTF_8);
        }
    }

    @Test
    void ourTierMatchesAndTheLastLineSaysSo() {
        assertThat(conform(folder.toString())).isZero();
        assertThat(lastLine()).matches("kvdrill: 51 vectors, \\d+ steps: \\d+ matched, 0 mismatches");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatWasComparedBeforeASubjectDiedIsTold() {
        String mortal =
                GREET + "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do read l; echo '{\"returns\":true}'; done; exit 3";

        assertThat(conform(
                        "--subject",
                        mortal,
                        folder.resolve("server-abort.jsonl").toString()))
                .isEqualTo(2);
        assertThat(lastLine()).matches("shell: [1-9]\\d* vectors?, .*");
        assertThat(err.toString())
                .containsPattern("cut short after [1-9]\\d* of [1-9]\\d* vectors")
                .contains("its exit status is 3");
    }

    @Test
    void underHardenedVectorsAreComparedUpToTheirDefect() {
        assertThat(conform("--profile", "hardened", folder.toString())).isZero();
        assertThat(lastLine())
                .startsWith("kvdrill under hardened: 51 vectors")
                .contains(" 0 mismatches, ")
                .contains(" steps skipped after a defect")
                .contains(" known differences");
        assertThat(out.toString().lines())
                .contains("known differences by row, in steps (listed in hardened-differences.tsv, see docs/cli.md):")
                .anyMatch(line -> line.matches(" +\\d+  lookup_while_handshaking"));
    }

    @Test
    void anIntegerThatNoFrameHoldsReachesTheTierAsItIs() throws IOException {
        Path file = folder.resolve("v.jsonl");
        Files.writeString(
                file,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"steps\":[{\"op\":\"construct\","
                        + "\"returns\":{\"local_id\":\"localhost:5710\",\"bind\":[\"localhost\",5710],\"backends\":null,"
                        + "\"num_threads\":4,\"agent_name_is_uuid4\":true}},{\"op\":\"inbound\","
                        + "\"peer\":\"h1:1\",\"msg\":1000000000000000000000000000000},{\"op\":\"poll\",\"returns\":[]}]}",
                StandardCharsets.UTF_8);
        conform(file.toString());
        assertThat(out.toString())
                .contains("v, step 2: poll")
                .contains("\"type\":\"connect\"")
                .doesNotContain("Exception");
    }

    @Test
    void controlCharactersOfASubjectAreShownAndNotObeyed() throws IOException {
        String rude = "read hello; echo '{\"protocol\":1,\"subject\":\"\\u001b[2Jx\\u000a\"}'; "
                + "while read line; do echo '{\"broken\":\"\\u001b[31m\\u0007\"}'; done";
        assertThat(conform("--subject", rude, pending("v", "").toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("actual:   \\u001b[31m\\u0007")
                .contains("\\u001b[2Jx\\u000a: 1 vectors")
                .doesNotContain("\u001b");
        assertRefused(
                "not JSON: \\u001b[0m",
                "--subject",
                "read hello; printf '\\033[0m\\n'",
                folder.resolve("construct.jsonl").toString());
    }

    @Test
    void optionsAboutASubjectNeedOne() {
        String good = folder.resolve("construct.jsonl").toString();
        assertRefused("--expect-changed is about a tier of yours", "--expect-changed", "drain", good);
        assertRefused("--rename-rounds is about a tier of yours", "--rename-rounds", good);
        assertRefused("--subject-timeout is about a tier of yours", "--subject-timeout", "10", good);
    }

    @Test
    void whatIsNoRegularFileIsNotRead() {
        assertRefused("/dev/zero: not a regular file", "/dev/zero");
    }

    @Test
    void aProfileMayComeFromAFile() throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, "base: vllm-2026-08\nload_timeout_pd: 5s\n", StandardCharsets.UTF_8);
        String abort = folder.resolve("server-abort.jsonl").toString();
        assertThat(conform("--profile", file.toString(), abort)).isZero();
        assertThat(lastLine()).startsWith("kvdrill under mine: 21 vectors");

        Files.writeString(file, "base: vllm-2026-08\nload_timeout: 5s\n", StandardCharsets.UTF_8);
        assertThat(conform("--profile", file.toString(), abort)).isEqualTo(2);
        assertThat(err.toString()).contains("mine.yaml").contains("load_timeout");
    }

    @Test
    void aMismatchNamesVectorStepRuleExpectedAndActual() throws IOException {
        Path file = pending("v", "");
        assertThat(conform("--subject", IDLE, file.toString())).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        file + ":1: v, step 0: has_pending_work {}",
                        "  rule 8.1: returns",
                        "    expected: true",
                        "    actual:   false",
                        "shell: 1 vectors, 1 steps: 0 matched, 1 mismatches");
    }

    @Test
    void jsonGivesOneLineAFileAndOneForAll() throws IOException {
        Path good = folder.resolve("construct.jsonl");
        Path bad = pending("v", "");
        assertThat(conform("--json", "--subject", IDLE, bad.toString())).isEqualTo(1);
        List<JsonNode> lines = out.toString().lines().map(MAPPER::readTree).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).path("file").asString()).isEqualTo(bad.toString());
        JsonNode mismatch = lines.get(0).path("mismatches").path(0);
        assertThat(mismatch.path("vector").asString()).isEqualTo("v");
        assertThat(mismatch.path("step").asInt(-1)).isZero();
        assertThat(mismatch.path("differences").path(0).path("actual").asString())
                .isEqualTo("false");
        assertThat(lines.get(1).path("summary").asString()).isEqualTo("shell");
        assertThat(lines.get(1).path("mismatched").asInt()).isEqualTo(1);

        out.getBuffer().setLength(0);
        assertThat(conform(
                        "--json", good.toString(), folder.resolve("oct.jsonl").toString()))
                .isZero();
        assertThat(out.toString().lines()).hasSize(3);
    }

    @Test
    void aBaselineIsWhatIsExpected() throws IOException {
        Path file = pending("v", "");
        assertThat(conform("--subject", IDLE, "--baseline", IDLE, file.toString()))
                .isZero();
        assertThat(lastLine()).startsWith("shell against shell: 1 vectors, 1 steps: 1 matched, 0 mismatches");
        assertThat(conform("--subject", PENDING, "--baseline", IDLE, file.toString()))
                .isEqualTo(1);
        assertThat(conform("--subject", PENDING, "--baseline", "builtin", file.toString()))
                .isZero();
    }

    @Test
    void intendedDifferencesDoNotCount() throws IOException {
        Path touching = pending("v", ",\"defect\":[\"binding-leak\"],\"defect_at\":0");
        assertThat(conform("--subject", IDLE, touching.toString())).isEqualTo(1);
        assertThat(conform("--subject", IDLE, "--expect-changed", "drain", touching.toString()))
                .isEqualTo(1);
        assertThat(conform(
                        "--subject",
                        IDLE,
                        "--expect-changed",
                        "drain",
                        "--expect-changed",
                        "bindings",
                        touching.toString()))
                .isZero();
        assertThat(lastLine()).contains("0 mismatches, 1 intended differences");
    }

    @Test
    void aCorrectedSubjectIsComparedUpToTheDefect() throws IOException {
        Path file = folder.resolve("v.jsonl");
        Files.writeString(
                file,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"defect\":[\"binding-leak\"],\"defect_at\":1,\"steps\":["
                        + "{\"op\":\"has_pending_work\",\"returns\":true},{\"op\":\"has_pending_work\",\"returns\":false}]}",
                StandardCharsets.UTF_8);
        assertThat(conform("--subject", PENDING, file.toString())).isEqualTo(1);
        assertThat(conform("--corrected", file.toString())).isEqualTo(2);
        assertThat(conform("--subject", PENDING, "--corrected", file.toString()))
                .isZero();
        assertThat(lastLine()).contains("1 matched, 0 mismatches, 1 steps skipped after a defect");
    }

    @Test
    void whatIsUnsupportedIsCountedAndNothingButThatIsAnError() throws IOException {
        String half = GREET + "while read line; do case $line in *'\"index\":1'*) echo '{\"unsupported\":\"later\"}';;"
                + " *) echo '{\"returns\":true}';; esac; done";
        Path file = folder.resolve("v.jsonl");
        String step = "{\"op\":\"has_pending_work\",\"returns\":true}";
        Files.writeString(
                file,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"steps\":[" + step + "," + step + "]}",
                StandardCharsets.UTF_8);
        assertThat(conform("--subject", half, file.toString())).isZero();
        assertThat(lastLine()).contains("1 matched, 0 mismatches, 1 steps skipped otherwise, 1 vectors unsupported");

        String none = GREET + "while read line; do echo '{\"unsupported\":\"never\"}'; done";
        assertThat(conform("--subject", none, file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("nothing was compared");
    }

    @Test
    void wrongInputEndsWithStatusTwoAndOneMessage() throws IOException {
        Path bad = folder.resolve("bad.jsonl");
        Files.writeString(
                bad,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"steps\":[{\"op\":\"fly\"}]}",
                StandardCharsets.UTF_8);
        assertRefused("unknown op \"fly\"", bad.toString());
        Files.writeString(
                bad,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"defect\":[\"x\"],\"defect_at\":0,\"steps\":[{\"op\":\"poll\"}]}",
                StandardCharsets.UTF_8);
        assertRefused("unknown defect id \"x\"", bad.toString());
        assertRefused("no such file or directory", folder.resolve("nowhere").toString());
        String good = folder.resolve("construct.jsonl").toString();
        assertRefused(
                "no preset and no file is called \"soft\"; expected one of [vllm-2026-08", "--profile", "soft", good);
        assertRefused("no row of a profile is called \"pins\"", "--subject", PENDING, "--expect-changed", "pins", good);
        assertRefused("--subject-timeout is 0.0", "--subject", PENDING, "--subject-timeout", "0", good);
        assertRefused("--subject-timeout is NaN", "--subject", PENDING, "--subject-timeout", "NaN", good);
        assertRefused("--profile is for our own tier", "--profile", "hardened", "--subject", PENDING, good);
        assertRefused("its exit status is 4", "--subject", "exit 4", good);
        assertRefused("its exit status is 5", "--baseline", "exit 5", good);
        assertRefused("within 0.2 s", "--subject", GREET + "exec sleep 600", "--subject-timeout", "0.2", good);
    }

    private void assertRefused(String message, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(conform(arguments)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("kvdrill conform: ")
                .contains(message)
                .doesNotContain("\tat ");
    }

    private Path pending(String name, String more) throws IOException {
        Path file = folder.resolve(name + ".jsonl");
        return Files.writeString(
                file,
                "{\"name\":\"" + name + "\",\"reference\":\"vllm-2026-08\"" + more
                        + ",\"steps\":[{\"op\":\"has_pending_work\",\"returns\":true}]}",
                StandardCharsets.UTF_8);
    }

    private int conform(String... arguments) {
        return new CommandLine(new ConformCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String lastLine() {
        List<String> lines = new ArrayList<>(out.toString().lines().toList());
        return lines.get(lines.size() - 1);
    }
}
