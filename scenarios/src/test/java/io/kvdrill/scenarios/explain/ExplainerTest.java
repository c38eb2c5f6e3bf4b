package io.kvdrill.scenarios.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.preset.ModelPreset;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioFields;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.shipped.Library;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.check.Law;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("kvdrill explain")
class ExplainerTest {
    private final Explainer explainer = new Explainer();

    @ParameterizedTest
    @EnumSource(Preset.class)
    void showsEveryRowOfAProfileWithItsOptionEvidenceAndSource(Preset preset) {
        String text = explainer.explain(preset.publicName());

        for (Row<?> row : Rows.all()) {
            String option = "--set profile." + row.name() + "=" + RowText.of(row, row.value(preset)) + " ";
            assertThat(text.lines().filter(line -> line.contains(option)))
                    .singleElement()
                    .asString()
                    .containsIgnoringCase(row.evidence(preset).name());
            assertThat(text.replaceAll("\\s+", " ")).contains("from: " + row.source());
        }
    }

    @Test
    void showsARowUnderAllPresets() {
        assertThat(explainer.explain("load_timeout_symmetric"))
                .contains("vllm-2026-08", "30s", "vllm-2026-10", "10s", "hardened", "63781")
                .contains("--set profile.load_timeout_symmetric=10s");
        assertThat(explainer.explain("profile.bindings")).contains("choices: kept, kept_except_reaped, bounded");
        assertThat(explainer.explain("VLLM_P2P_MAX_PEERS")).startsWith("row max_peers");
    }

    @ParameterizedTest
    @EnumSource(Law.class)
    void saysWhatALawSaysAndWhenItIsAtStake(Law law) {
        assertThat(explainer.explain(law.code()).replaceAll("\\s+", " "))
                .startsWith("law " + law.code() + ": ")
                .contains(law.text(), law.premise(), "How it breaks: ");
        assertThat(explainer.explain("i2")).startsWith("law I2: ");
    }

    @Test
    void saysWhatAScenarioStates() {
        for (String name : Library.names()) {
            String text = explainer.explain(name);

            assertThat(text).startsWith("scenario " + name).contains("kvdrill run " + name);
            for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).find(name)) {
                assertThat(scenario.statedProfiles())
                        .allSatisfy(profile -> assertThat(text).contains("under " + profile + ": "));
            }
        }
        assertThat(explainer.explain("peer-death")).contains("under hardened: every law holds");
    }

    @Test
    void describesFieldsAndForms() {
        assertThat(explainer.explain("peers.step")).contains("default: 22ms");
        assertThat(explainer.explain("faults.kill")).contains("plane (process)", "after", "before");
        assertThat(explainer.explain("requests[0].dispatch")).contains("together");
        for (String path : FieldText.paths(ScenarioFields.shape())) {
            assertThat(explainer.explain(path)).isNotBlank();
        }
    }

    @Test
    void listsEventsAndTheirFields() {
        assertThat(explainer.explain("events")).contains("write_ended", "transfer_done", "process_killed");
        assertThat(explainer.explain("write_ended"))
                .startsWith("event write_ended: A write has ended.")
                .contains("\n    success             whether it succeeded\n")
                .contains("as a moment: {after: {event: write_ended, at: prefill, with: {request: r1}}}");
        assertThat(explainer.explain("fault_struck")).contains("{after: {event: fault_struck}}");
        assertThat(explainer.explain("transfer_done")).contains("{after: {event: sent transfer_done, at: prefill");
    }

    @Test
    void keepsWithin80Columns() {
        List<String> topics = new ArrayList<>(List.of("hardened", "vllm-2026-08", "I2", "I11", "events"));
        topics.addAll(List.of("laws", "profiles", "rows", "write_started", "message_sent", "connect"));
        topics.addAll(Library.names());
        topics.addAll(List.of("reports", "F1", "F36", "F63", "D9"));
        topics.addAll(FieldText.paths(ScenarioFields.shape()));

        for (String topic : topics) {
            assertThat(explainer.explain(topic).lines())
                    .as(topic)
                    .filteredOn(line -> !line.contains("https://"))
                    .allMatch(line -> line.length() <= 80);
        }
        assertThat(explainer.topics().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void listsModelsAndTellsWhereTheirNumbersAreFrom() {
        String models = explainer.explain("models");
        for (ModelPreset preset : ModelPreset.all()) {
            assertThat(models).contains("  " + preset.name() + " ");
            assertThat(explainer.explain(preset.name()).replaceAll("\\s+", " "))
                    .startsWith("model " + preset.name() + ": ")
                    .contains(
                            preset.kvSource(), preset.prefillSource(), preset.stepSource(), "model: " + preset.name());
        }
        assertThat(explainer.explain("links.data")).contains("2x200G", "LMCache PR 4161");
    }

    @Test
    void tellsTheStoryOfAReportItsWaitsWhatRehearsesItAndWhatToChange() {
        String text = explainer.explain("F1");

        assertThat(text)
                .startsWith("F1: ")
                .contains("report: https://github.com/vllm-project/vllm/issues/56828")
                .contains("under vllm-2026-08: 40s = load_timeout_pd 30s + abort_ack_timeout 10s")
                .contains("sibling-ranks-hang/nothing-comes-back: ")
                .contains("under hardened: every law holds")
                .contains("kvdrill run sibling-ranks-hang/nothing-comes-back")
                .contains("what to change\n  load_timeout_pd: ")
                .contains("what to look at\n");
    }

    @Test
    void tellsOfAReportOutsideOfTheModelWhyNothingRehearsesIt() {
        assertThat(explainer.explain("f63")).contains("no scenario rehearses it: No checksum");
    }

    @Test
    void explainsTheFieldsOfCountsAndWorkloads() {
        assertThat(explainer.explain("peers.count")).contains("decode-0");
        assertThat(explainer.explain("pods.ranks")).contains("how many ranks");
        assertThat(explainer.explain("workloads.prefix.skew").replaceAll("\\s+", " "))
                .contains("Zipf");
        assertThat(explainer.explain("workloads.consume.policy")).contains("prefix_affinity: ");
        assertThat(explainer.explain("expect.waits")).contains("percentile");
    }

    @Test
    void listsLawsProfilesAndRowsOnOneScreen() {
        for (String list : List.of("laws", "profiles", "rows")) {
            assertThat(explainer.explain(list).lines()).as(list).hasSizeLessThanOrEqualTo(24);
        }
        for (Law law : Law.values()) {
            assertThat(explainer.explain("laws")).contains("  " + law.code() + " ");
        }
        for (Preset preset : Preset.values()) {
            assertThat(explainer.explain("profiles")).contains(preset.publicName() + ": ");
        }
        for (Row<?> row : Rows.all()) {
            assertThat(explainer.explain("rows")).contains(row.name());
        }
    }

    @Test
    void showsTheValuesOfAProfileBeforeItTellsOfEachRow() {
        List<String> lines = explainer.explain("vllm-2026-10").lines().toList();

        assertThat(lines).contains("  load_timeout_pd                  30s", "* parked_demand_timeout            none");
        assertThat(lines.indexOf("* parked_demand_timeout            none"))
                .isLessThan(lines.stream()
                        .filter(line -> line.contains("--set"))
                        .map(lines::indexOf)
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void findsWhatHasAWordInItsDescription() {
        assertThat(explainer.search(List.of("quarantine", "host")))
                .contains("row host_quarantine: ", "event host_quarantined: ")
                .doesNotContain("event quarantine_lifted");
        assertThat(explainer.search(List.of("HANDSHAKE"))).contains("scenario death-in-handshake");
        assertThatThrownBy(() -> explainer.search(List.of("unheard-of")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nothing has 'unheard-of'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "load_timeout; did you mean 'load_timeout_pd', 'load_timeout_symmetric', 'load_timeout_result', 'load_timed_out' or",
                "I16; the laws are I1 to I15",
                "death; 'peer-death'",
                "unheard-of; `kvdrill explain` lists what there is",
                "conect; did you mean 'connect'?"
            })
    void offersSeveralThingsThatMayHaveBeenMeant(String topic, String offer) {
        assertThatThrownBy(() -> explainer.explain(topic))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nothing is called '" + topic + "'")
                .hasMessageContaining(offer);
    }
}
