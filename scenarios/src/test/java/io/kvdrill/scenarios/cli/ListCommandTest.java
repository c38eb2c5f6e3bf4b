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
    void tellsProgramsWhichFaultsStrikeAndWhichLawsBreak() {
        JsonNode line = JsonMapper.shared()
                .readTree(Cli.run("list", "--json", "consumer-restarts/at-once")
                        .lines()
                        .get(0));

        assertThat(line.get("scenario").asString()).isEqualTo("consumer-restarts/at-once");
        assertThat(line.get("faults").get(0).asString()).isEqualTo("restart");
        assertThat(line.get("breaks").get("vllm-2026-08").toString()).isEqualTo("[\"I2\",\"I4\"]");
        assertThat(line.get("breaks").has("hardened")).isFalse();
    }
}
