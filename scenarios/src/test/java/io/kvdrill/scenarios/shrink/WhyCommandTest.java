package io.kvdrill.scenarios.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WhyCommandTest {
    private static final String[] QUICK = {
        "why", "late-write-after-abort", "--profile", "vllm-2026-08", "--futures", "4", "--cuts", "11"
    };

    @Test
    void drawsTheCurveAndNamesWhatHappenedAtItsStep() {
        Command why = Command.run(QUICK);

        assertThat(why.status()).isZero();
        assertThat(why.out())
                .contains(
                        "I2 breaks at 881.281 s",
                        "events of one instant come in any order",
                        "The largest step",
                        " <\n");
        assertThat(why.out().lines()).allMatch(line -> line.length() <= 80);
        assertThat(Command.run(QUICK).out()).isEqualTo(why.out());
    }

    @Test
    void saysTheSameInJson() {
        String[] args = java.util.Arrays.copyOf(QUICK, QUICK.length + 1);
        args[QUICK.length] = "--json";
        Command why = Command.run(args);

        JsonNode answer = JsonMapper.shared().readTree(why.out());
        assertThat(why.out().lines()).hasSize(1);
        assertThat(answer.get("law").asString()).isEqualTo("I2");
        assertThat(answer.get("cuts").get(0).get("futures").asInt()).isEqualTo(4);
        assertThat(answer.get("step").get("events").isEmpty()).isFalse();
    }

    @Test
    void refusesARunThatDoesNotFailAndNumbersOutOfRange() {
        refuses("no law breaks", "why", "late-write-after-abort", "--profile", "hardened");
        refuses(
                "it misses what is stated (request donor fails; but it ended as local_prefill after",
                "why",
                "late-write-after-abort",
                "--profile",
                "hardened",
                "--set",
                "expect[1].finishes=failed");
        refuses("--futures 1 is out of range", "why", "--swarm-seed", "16", "--profile", "hardened", "--futures", "1");
        refuses("--cuts x is out of range", "why", "--swarm-seed", "16", "--profile", "hardened", "--cuts", "x");
    }

    private static void refuses(String why, String... args) {
        Command command = Command.run(args);
        assertThat(command.status()).as(why).isEqualTo(2);
        assertThat(command.err()).contains(why);
    }
}
