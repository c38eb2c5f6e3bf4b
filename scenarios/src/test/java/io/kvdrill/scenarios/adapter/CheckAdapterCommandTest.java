package io.kvdrill.scenarios.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.scenarios.hosted.Examples;
import io.kvdrill.scenarios.shrink.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code kvdrill check-adapter} finds in processes that keep to the protocol, and in ones that do not. */
class CheckAdapterCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", " --msgpack"})
    void theSmallTierKeepsToTheProtocolInBothEncodings(String option) {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        Command check = Command.run("check-adapter", Examples.smallTier() + option);

        assertThat(check.out())
                .contains("ok       greeting: small tier, can forget a life")
                .contains("ok       a life: 111 steps", "ok       wall time", "ok       reset")
                .doesNotContain("failed", "skipped");
        assertThat(check.status()).isZero();
    }

    /** Each is a small change to the small tier, or to how it speaks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            import time; T.new_request = lambda s, c, o=T.new_request: (setattr(s, "born", getattr(s, "born", time.monotonic())), o(s, c))[1]; T.lookup = lambda s, c: "HIT" if time.monotonic() - s.born > 0.04 else "MISS" | .*
            T.finish_request = lambda s, c: (s.results.append({"job": 77, "success": True}), setattr(s.host, "deadline", 0))[0] | a life
            T.submit_load = lambda s, c: s.host.ask("parent_lookup", context=1, key="00") | a life
            h.OPS = h.OPS + ("brew_coffee",); T.brew_coffee = lambda s, c: None | unknown op
            h.BadMessage = KeyError; h.json.loads = lambda l: {"call": 0, "op": "x"} if b"no message" in l else __import__("json").JSONDecoder().decode(l.decode()) | no message
            T.settle = lambda s, o=T.settle: (o(s), setattr(s.host, "deadline", -5))[0] | deadline
            h.PROTOCOL = 1; T.new_request = lambda s, c: "level" | a life
            """)
    void whatIsWrongIsNamed(String change, String check) throws Exception {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        Command command = Command.run("check-adapter", changed(change));

        assertThat(command.out()).containsPattern("failed   " + check + ": ");
        assertThat(command.status()).as(command.out()).isEqualTo(1);
    }

    @Test
    void aTierThatRemembersIsFoundByItsSecondLife() throws Exception {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        String change = """
                import itertools
                lives = itertools.count()
                make, ask = T.__init__, T.new_request

                def init(self, host, call):
                    make(self, host, call)
                    self.life = next(lives)

                def new_request(self, call):
                    ask(self, call)
                    return "block_level" if self.life == 0 else "request_level"

                T.__init__, T.new_request = init, new_request""";
        Command command = Command.run("check-adapter", changed(change));

        assertThat(command.out())
                .contains("ok       a life", "ok       the same again")
                .contains("failed   reset: lived again after half a life and a reset, it does otherwise at step");
        assertThat(command.status()).isEqualTo(1);
    }

    private String changed(String change) throws Exception {
        Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        Path file = Files.writeString(
                folder.resolve("changed.py"),
                """
                import sys
                sys.path[:0] = ["%s", "%s"]
                import kvdrill_tier.host as h
                import small_tier
                T = small_tier.SmallTier
                """.formatted(root.resolve("adapters/python"), root.resolve("examples/tier")) + change
                        + "\nh.run(T, \"changed\")\n");
        return "python3 '" + file + "'";
    }

    @Test
    void aProcessWithoutResetIsGivenANewOneForEachLife() {
        String life = "read h; echo '{\"protocol\":1,\"tier\":\"a shell\"}'; n=1; while read l; do case $l in "
                + "*brew*) echo \"{\\\"return\\\":$n,\\\"raises\\\":\\\"invalid_argument\\\"}\";; "
                + "*new_request*) echo \"{\\\"return\\\":$n,\\\"value\\\":\\\"block_level\\\"}\";; "
                + "*lookup*) echo \"{\\\"return\\\":$n,\\\"value\\\":\\\"MISS\\\"}\";; "
                + "*sweep*) echo \"{\\\"return\\\":$n,\\\"value\\\":[],\\\"deadline\\\":null}\";; "
                + "*drain*|*shutdown*) echo \"{\\\"return\\\":$n,\\\"value\\\":\\\"done\\\"}\";; "
                + "*call*) echo \"{\\\"return\\\":$n,\\\"deadline\\\":null}\";; *) exit 1;; esac; n=$((n+1)); done";
        Command command = Command.run("check-adapter", life);

        assertThat(command.out())
                .contains("ok       no message: ends with status 1", "ok       a life: 111 steps")
                .contains("skipped  reset: it does not say that it can");
        assertThat(command.status()).as(command.out()).isZero();
    }

    @Test
    void whatCannotBeGreetedIsBadInput() {
        Command command = Command.run("check-adapter", "exit 4");
        assertThat(command.err()).contains("it closed its output instead of answering the greeting");
        assertThat(command.status()).isEqualTo(2);
        assertThat(Command.run("check-adapter", " ").status()).isEqualTo(2);
        assertThat(Command.run("check-adapter", "true", "--tier-timeout", "0").status())
                .isEqualTo(2);
    }
}
