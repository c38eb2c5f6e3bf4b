package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run tells somebody who did not mean what came of it. */
@DisplayName("The text of a run")
class RunTextTest {
    private static final String PAIR = """
            format: 1
            about: A pair
            peers: {prefill: {}, decode: {}}
            """;

    @TempDir
    private Path folder;

    private String file(String body) throws IOException {
        return Files.writeString(folder.resolve("pair.yaml"), PAIR + body).toString();
    }

    /** The text of a file's run, as one line. */
    private static String unwrapped(Cli cli) {
        return cli.out().replaceAll("\\s+", " ");
    }

    @Test
    void saysThatAPeerDidNotStoreAPrompt() throws IOException {
        Cli cli = Cli.run("run", file("""
                requests:
                  - {id: hello, tokens: 16, produce: prefill, consume: decode}
                  - {id: r1, at: 1s, tokens: 4096, produce: prefill, consume: decode}
                """));

        assertThat(unwrapped(cli))
                .contains("request r1: local prefill after 30.283 s, 0 blocks from a peer; prefill did not store 256 of"
                        + " its blocks: too few of the 256 slots there were free; load from prefill failed at age 30s");
    }

    @Test
    void doesNotSpeakOfSlotsWhereThereWereEnough() throws IOException {
        Cli cli = Cli.run("run", file("""
                requests:
                  - {id: r1, tokens: 4096, produce: prefill, consume: decode}
                  - {id: r2, at: 1s, tokens: 4096, produce: prefill, consume: decode}
                """), "--set", "peers.prefill.slots=512", "--set", "peers.decode.slots=512");

        assertThat(unwrapped(cli)).doesNotContain("slot");
    }

    @Test
    void warnsBeforeARunOfAPromptThatNeverFits() throws IOException {
        String file = file("""
                requests: {id: r1, tokens: 4112, produce: prefill, consume: decode}
                """);

        Cli check = Cli.run("check", file);
        assertThat(check.status()).isEqualTo(0);
        assertThat(check.err())
                .contains("pair.yaml:4:28: warning: 4,112 tokens are 257 KV blocks of 16 tokens, and prefill has 256"
                        + " slots: what does not fit is not stored, and the load waits for it in vain")
                .contains("and decode has 256 slots: what does not fit is not loaded")
                .contains("ask for at most 4,096 tokens, or give prefill slots: 257");
        assertThat(Cli.run("run", file).err()).isEqualTo(check.err());
        assertThat(Cli.run("check", file, "--help").err()).isEmpty();
    }

    @Test
    void warnsOfNoPromptThatFits() throws IOException {
        assertThat(Cli.run("check", file("requests: {id: r1, tokens: 4096, produce: prefill, consume: decode}\n"))
                        .err())
                .isEmpty();
    }

    @Test
    void saysOnceWhichFaultNeverCameAndWhereItIsWritten() throws IOException {
        Cli cli = Cli.run("run", file("""
                requests: {id: r1, tokens: 64, consume: decode}
                faults:
                  - {stall_step: decode, by: 1ms, at: 0s}
                  - {restart: decode, after: load_timed_out at decode}
                  - {restart: decode, after: load_timed_out at decode, name: again}
                """));

        assertThat(cli.status()).isEqualTo(1);
        assertThat(unwrapped(cli))
                .containsOnlyOnce("never came: the fault in line 7 (restart): load_timed_out at decode did not happen")
                .containsOnlyOnce("never came: fault again (restart): load_timed_out at decode did not happen")
                .doesNotContain("faults[");
    }

    @Test
    void saysHowOftenInGoodEnglish() throws IOException {
        Cli cli = Cli.run("run", file("""
                requests: {id: r1, tokens: 64, consume: decode}
                expect:
                  - {never: {event: request_entered, with: {request: r1}}}
                  - {happens: request_entered at decode, times: 2}
                  - {happens: load_started}
                """));

        assertThat(unwrapped(cli))
                .contains("stated: request_entered (request r1) never happens; but it happened once")
                .contains("stated: request_entered at decode happens 2 times; but it happened once")
                .contains("stated: load_started happens at least once; but it did not happen");
    }
}
