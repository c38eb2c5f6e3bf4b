package io.kvdrill.scenarios.conform.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
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
            echo '{"protocol":1}'; echo x; cat >/dev/null | before it was asked for
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
                                + "\"},\"steps\":[]}")
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
