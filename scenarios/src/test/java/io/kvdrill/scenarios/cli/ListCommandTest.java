package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.shipped.Library;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("kvdrill list")
class ListCommandTest {
    @Test
    void namesEveryScenarioWithWhatItsCasesAreAbout() {
        Cli list = Cli.run("list");

        assertThat(list.status()).isEqualTo(0);
        assertThat(list.lines()).containsAll(Library.names()).allMatch(line -> line.length() <= 80);
        assertThat(list.out()).contains("    - at-once: A consumer is back before its producer notices\n");
    }

    @Test
    void findsCasesByNameFaultLawAndReport() {
        assertThat(Cli.run("list", "peer-death").lines()).contains("peer-death").doesNotContain("abort-race");
        assertThat(Cli.run("list", "power_off").out()).contains("peer-death");
        assertThat(Cli.run("list", "issues/56823").lines()).contains("silent-source");
        assertThat(Cli.run("list", "restart", "i2").lines()).contains("consumer-restarts");
        assertThat(Cli.run("list", "I1").lines())
                .isNotEqualTo(Cli.run("list", "I11").lines());
    }

    @Test
    void saysWhereNothingIsFound() {
        Cli list = Cli.run("list", "restart", "unheard-of");

        assertThat(list.status()).isEqualTo(2);
        assertThat(list.out()).isEmpty();
        assertThat(list.err()).contains("no shipped scenario has 'restart' and 'unheard-of'");
    }

    @Test
    void narrowsDownBySymptomKindLawProfileAndReport() {
        assertThat(Cli.run("list", "--symptom", "wrong_output").lines())
                .contains("late-write-after-abort")
                .doesNotContain("hash-seed-mismatch");
        assertThat(Cli.run("list", "--kind", "config").lines())
                .contains("hash-seed-mismatch")
                .doesNotContain("peer-death");
        assertThat(Cli.run("list", "--report", "f36").lines()).containsOnlyOnce("decoders-replaced");
        assertThat(Cli.run("list", "--report", "issues/2382").lines()).contains("decoders-replaced");
        assertThat(Cli.run("list", "--kind", "death", "--report", "F87").lines())
                .contains("explore-two-peers")
                .doesNotContain("late-write-after-abort");
    }

    @Test
    void hasScenariosAboutALawOrThoseThatBreakItUnderAProfile() {
        assertThat(Cli.run("list", "--law", "I9").lines()).contains("hash-seed-mismatch");
        assertThat(Cli.run("list", "--law", "i11", "--profile", "vllm-2026-08").out())
                .contains("late-write-after-abort")
                .contains("under vllm-2026-08: breaks I2, I11")
                .doesNotContain("breaks I4 ");
        assertThat(Cli.run("list", "--law", "I9", "--profile", "vllm-2026-08").status())
                .isEqualTo(2);
    }

    @Test
    void refusesWordsThatThereAreNotWithTheNearestOne() {
        assertThat(Cli.run("list", "--symptom", "second_waited").err()).contains("did you mean 'seconds_waited'?");
        assertThat(Cli.run("list", "--kind", "deth").err()).contains("did you mean 'death'?");
        assertThat(Cli.run("list", "--law", "I16").err()).contains("there is no law called 'I16'");
        assertThat(Cli.run("list", "--profile", "vllm-2026-8").err()).contains("did you mean 'vllm-2026-08'?");
        assertThat(Cli.run("list", "--report", "F24").err()).contains("there is no field case called 'F24'");
        assertThat(Cli.run("list", "--report", "issues/0").err())
                .contains("no shipped scenario links a report with 'issues/0' in its address");
    }

    @Test
    void tellsProgramsWhichFaultsStrikeAndWhichLawsBreak() {
        JsonNode line = JsonMapper.shared()
                .readTree(Cli.run("list", "--json", "consumer-restarts/at-once")
                        .lines()
                        .get(0));

        assertThat(line.get("scenario").asString()).isEqualTo("consumer-restarts/at-once");
        assertThat(line.get("kind").asString()).isEqualTo("death");
        assertThat(line.get("field_cases").toString()).contains("\"F38\"");
        assertThat(line.get("faults").get(0).asString()).isEqualTo("restart");
        assertThat(line.get("breaks").get("vllm-2026-08").toString()).isEqualTo("[\"I2\",\"I4\"]");
        assertThat(line.get("breaks").has("hardened")).isFalse();
    }
}
