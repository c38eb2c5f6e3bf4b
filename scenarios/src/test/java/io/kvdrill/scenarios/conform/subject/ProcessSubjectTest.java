package io.kvdrill.scenarios.conform.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import io.kvdrill.scenarios.process.SubjectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Subjects that behave, and all the ways in which they do not; each is a line of shell. */
class ProcessSubjectTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String GREET = "read hello; echo '{\"protocol\":1,\"subject\":\"a shell\"}'; ";
    private static final String ECHO = GREET + "while read line; do echo '{\"returns\":[]}'; done";

    private static final ConformanceVector VECTOR = new VectorReader()
            .read("f", "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"steps\":[{\"op\":\"poll\",\"returns\":[]}]}")
            .get(0);

    @Test
    void playsLineForLine() {
        try (ProcessSubject subject = ProcessSubject.start(ECHO, LONG)) {
            assertThat(subject.name()).isEqualTo("a shell");
            assertThat(subject.begin(VECTOR)).isInstanceOf(Answer.Played.class);
            assertThat(subject.step(poll())).isInstanceOfSatisfying(Answer.Played.class, played -> {
                assertThat(played.returns().toString()).isEqualTo("[]");
                assertThat(played.effects()).isEmpty();
            });
            subject.end();
        }
    }

    @Test
    void saysWhatItCannotDoAndWhatItBroke() {
        String command =
                GREET + "read begin; echo '{\"unsupported\":\"no begin\"}'; read x; echo '{\"broken\":\"a law\"}'";
        try (ProcessSubject subject = ProcessSubject.start(command, LONG)) {
            assertThat(subject.begin(VECTOR)).isEqualTo(new Answer.Unsupported("no begin"));
            assertThat(subject.step(poll())).isEqualTo(new Answer.Broken("a law"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exit 3                                   | it closed its output instead of answering the greeting; its exit status is 3
            echo oops >&2; exit 1                    | the end of its stderr:
            printf half; exit 0                      | it ended in the middle of a line instead of answering
            read l; echo hello; cat >/dev/null       | it answers the greeting with what is not JSON: hello
            read l; echo []; cat >/dev/null          | it answers the greeting with []; expected a JSON object
            read l; echo '{"protocol":2}'; cat >/dev/null | it greets with protocol 2; expected {"protocol":1
            read l; echo '{}'; cat >/dev/null        | it greets with protocol
            read l; echo '{"protocol":99999999999999999999,"subject":"s"}'; cat >/dev/null | it greets with protocol 99999999999999999999; expected {"protocol":1
            read l; echo '{"protocol":1}'; cat >/dev/null | it greets with subject ; expected {"protocol":1,"subject"
            read l; echo '{"protocol":1,"subject":null}'; cat >/dev/null | it greets with subject null; expected
            read l; echo '{"protocol":1,"subject":""}'; cat >/dev/null | it greets with subject ""; expected
            echo '{"protocol":1,"subject":"s"}'; echo x; cat >/dev/null | before it was asked for
            /no/such/program                         | its exit status is 127
            """)
    void aSubjectThatCannotBeginIsNamedWithItsFault(String command, String message) {
        assertThatThrownBy(() -> {
                    try (ProcessSubject subject = ProcessSubject.start(command, LONG)) {
                        Thread.sleep(200); // for what it says without being asked
                        subject.begin(VECTOR);
                    }
                })
                .isInstanceOf(SubjectException.class)
                .hasMessageContaining(command)
                .hasMessageContaining(message);
    }

    @Test
    void aSubjectThatDiesInAVectorIsNamedWithTheStepAndItsLastWords() {
        String command = GREET + "read b; echo '{}'; read s; echo 'AssertionError: round 3' >&2; exit 7";
        try (ProcessSubject subject = ProcessSubject.start(command, LONG)) {
            subject.begin(VECTOR);
            assertThatThrownBy(() -> subject.step(poll()))
                    .isInstanceOf(SubjectException.class)
                    .hasMessageContaining("instead of answering step 0 (poll)")
                    .hasMessageContaining("exit status is 7")
                    .hasMessageContaining("AssertionError: round 3");
        }
    }

    @Test
    void aSubjectThatFailsIsEndedWithItsChildrenAndItsLastWordsAreNotLost() {
        String command = "echo $$ >&2; sleep 600 & echo $! >&2; read hello; echo nonsense; wait";
        assertThatThrownBy(() -> ProcessSubject.start(command, LONG))
                .isInstanceOfSatisfying(SubjectException.class, e -> {
                    List<String> lines = String.valueOf(e.getMessage()).lines().toList();
                    assertThat(e).hasMessageNotContaining("reading stderr failed");
                    assertEnds(lines.get(lines.size() - 2));
                    assertEnds(lines.get(lines.size() - 1));
                });
    }

    @Test
    void whoeverKillsKvdrillEndsTheSubjectAndItsChildren(@TempDir Path folder) throws Exception {
        Path pids = folder.resolve("pids");
        Path vector = folder.resolve("v.jsonl");
        Files.writeString(
                vector,
                "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"steps\":[{\"op\":\"poll\"}]}",
                StandardCharsets.UTF_8);
        String command = "sleep 600 & echo $$ >'" + pids + ".new'; echo $! >>'" + pids + ".new'; mv '" + pids
                + ".new' '" + pids + "'; wait";
        Process kvdrill = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.kvdrill.scenarios.cli.Main",
                        "conform",
                        "--subject-timeout",
                        "600",
                        "--subject",
                        command,
                        vector.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            for (int i = 0; i < 600 && !Files.exists(pids); i++) {
                Thread.sleep(100);
            }
        } finally {
            kvdrill.destroy();
        }
        for (String pid : Files.readAllLines(pids, StandardCharsets.UTF_8)) {
            assertEnds(pid);
        }
    }

    /** That a process ends. One that nobody has waited for yet has no command any more. */
    private static void assertEnds(String pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid.strip()));
        boolean there = true;
        for (int i = 0; i < 300 && there; i++) {
            there = process.filter(ProcessHandle::isAlive)
                    .flatMap(alive -> alive.info().command())
                    .isPresent();
            LockSupport.parkNanos(there ? 100_000_000 : 1);
        }
        assertThat(there).as("process " + pid + " is still there").isFalse();
    }

    @Test
    void aSubjectThatHangsIsGivenUp() {
        try (ProcessSubject subject = ProcessSubject.start(GREET + "exec sleep 600", Duration.ofMillis(300))) {
            assertThatThrownBy(() -> subject.begin(VECTOR))
                    .isInstanceOf(SubjectException.class)
                    .hasMessageContaining("no answer to begin of vector v within 0.3 s (--subject-timeout)");
        }
    }

    @Test
    void aSubjectThatNeverReadsIsGivenUpHoweverMuchItIsTold() {
        String key = "00".repeat(100_000);
        ConformanceVector large = new VectorReader()
                .read(
                        "f",
                        "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"config\":{\"agent_metadata\":\"" + key
                                + "\"},\"steps\":[{\"op\":\"poll\"}]}")
                .get(0);
        try (ProcessSubject subject = ProcessSubject.start(GREET + "exec sleep 600", Duration.ofMillis(300))) {
            assertThatThrownBy(() -> subject.begin(large))
                    .isInstanceOf(SubjectException.class)
                    .hasMessageContaining("no answer");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"effects":7}                              | "effects" is 7; expected a list of effects
            {"effects":[7]}                            | an effect is 7; expected an object
            {"effects":[{"effect":"dial","peer":1}]}   | effect dial: "peer" is 1; expected text
            {"effects":[{"effect":"send","peer":"p","msg":{"keys":["zz"]}}]} | expected lower-case hexadecimal digits
            """)
    void garbageInAnAnswerIsNamedWithTheStep(String answer, String message) {
        String command = GREET + "read b; echo '{}'; read s; echo '" + answer + "'; cat >/dev/null";
        try (ProcessSubject subject = ProcessSubject.start(command, LONG)) {
            subject.begin(VECTOR);
            assertThatThrownBy(() -> subject.step(poll()))
                    .isInstanceOf(SubjectException.class)
                    .hasMessageContaining("answering step 0 (poll), ")
                    .hasMessageContaining(message);
        }
    }

    private static SubjectStep poll() {
        return new SubjectStep(0, Op.POLL, JsonNodeFactory.instance.objectNode());
    }
}
