package io.kvdrill.scenarios.hosted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All the ways in which a tier in another process does not keep to the protocol; each is a line of shell. */
class BadTierTest {
    private static final String GREET = "read h; echo '{\"protocol\":1,\"tier\":\"a shell\"}'; ";
    private static final String START = GREET + "read s; echo '{\"return\":1,\"deadline\":null,\"idle\":true}'; ";
    private static final String REQUEST = START + "read r; ";
    private static final Scenario SCENARIO = new ScenarioFinder(new ScenarioReader(List.of()))
            .find("peer-death/in-data")
            .get(0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /no/such/program                  | it closed its output instead of answering the greeting; its exit status is 127
            exit 3                            | it closed its output instead of answering the greeting; its exit status is 3
            read h; echo '{"protocol":2,"tier":"x"}'; cat >/dev/null | it greets with protocol 2; expected {"protocol":1
            read h; echo '{"protocol":1}'; cat >/dev/null | it greets with tier nothing; expected
            read h; echo '{"protocol":1,"tier":"x","encoding":"xml"}'; cat >/dev/null | it greets with encoding "xml"; expected "json" or "msgpack"
            """)
    void aTierThatCannotBeginIsNamedWithItsFault(String command, String message) {
        assertFails(command, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            echo '{"return":1}'               | it returns from call 1; expected 2, each call once
            echo '{"return":3}'               | it returns from call 3; expected 2, each call once
            echo '{"return":100000000000000000000000000000000000000002}' | it returns from call 100000000000000000000000000000000000000002; expected 2
            echo '{"return":2,"value":"level"}' | it returns "level"; expected one of [block_level, request_level]
            echo '{"return":2,"deadline":"x"}' | "deadline" is "x"; expected nanoseconds
            echo '{"return":2,"raises":"boredom"}' | "raises" is "boredom"; expected dial_refused
            echo '{"hello":2}'                | it says {"hello":2}; expected "ask" or "return"
            echo 'what'                       | with what is not JSON: what
            echo '{"ask":"coffee"}'           | it asks for {"ask":"coffee"}; nothing is called so
            echo '{"ask":"dial"}'             | asking for dial, "peer" is missing; expected text
            echo '{"ask":"send","connection":7,"msg":{}}' | asking for send, there is no connection 7: none was handed out yet
            echo '{"ask":"write","registration":3,"local":[],"remote":[]}' | asking for write, there is no registration 3
            echo '{"ask":"write","registration":null,"peer":"x","local":[1],"remote":[]}' | "local" has 1 slots and "remote" has 0
            echo '{"ask":"parent_lookup","context":1,"key":"00"}' | the parent is there during "serve" only
            echo '{"ask":"dial","peer":"10.0.0.1:5710"}'; read a; echo '{"ask":"send","connection":1,"msg":{"type":"fetch"}}' | asking for send, "msg" is no message of this protocol
            exit 5                            | its exit status is 5
            """)
    void aFaultWithinACallIsNamedWithTheStep(String answer, String message) {
        assertFails(REQUEST + answer + "; cat >/dev/null", message);
        assertFails(REQUEST + answer + "; cat >/dev/null", "peer decode, life 1, call 2 (new_request) at 0s");
    }

    @Test
    void anErrorRaisedFromStartEndsTheRun() {
        assertFails(
                GREET
                        + "read s; echo '{\"return\":1,\"raises\":\"internal\",\"message\":\"no start\"}'; cat >/dev/null",
                "call 1 (start) at 0s: it raises internal: no start");
    }

    @Test
    void aResultForAJobThatWasNeverGivenIsNamed() {
        String always = "n=2; while read l; do case \"$l\" in *sweep*) v='[{\"job\":77,\"success\":true}]';; "
                + "*) v='\"block_level\"';; esac; echo \"{\\\"return\\\":$n,\\\"value\\\":$v}\"; n=$((n+1)); done";
        assertFails(START + always, "it reports a result for job 77, which it was never given");
    }

    @Test
    void babblingIsNoticedAtTheNextCall() {
        assertFails(
                REQUEST + "echo '{\"return\":2,\"value\":\"block_level\"}'; echo noise; sleep 0.2; cat >/dev/null",
                "noise");
    }

    @Test
    void aTierThatHangsIsGivenUpAndTheTraceSoFarIsThere() {
        assertThatThrownBy(() -> run(REQUEST + "exec sleep 600", Duration.ofMillis(300)))
                .isInstanceOfSatisfying(TierFailedException.class, e -> {
                    assertThat(e).hasMessageContaining("peer-death/in-data under hardened, seed 1");
                    assertThat(e).hasMessageContaining("no answer to peer decode, life 1, call 2 (new_request)");
                    assertThat(e).hasMessageContaining("within 0.3 s (--tier-timeout)");
                    assertThat(e.trace().size()).isPositive();
                });
    }

    private static void assertFails(String command, String message) {
        assertThatThrownBy(() -> run(command, Duration.ofSeconds(60)))
                .isInstanceOf(SubjectException.class)
                .hasMessageContaining(command)
                .hasMessageContaining(message);
    }

    private static void run(String command, Duration patience) {
        ProcessCommand tier = ProcessCommand.shell("tier", command, patience, "--tier-timeout");
        Scenario scenario = SCENARIO.withTiers(Map.of("decode", tier));
        try (HostedRunner runner = new HostedRunner()) {
            runner.run(
                    new RunCase(scenario, scenario.profile(), scenario.profile().name(), 1, List.of()), List.of());
        }
    }
}
