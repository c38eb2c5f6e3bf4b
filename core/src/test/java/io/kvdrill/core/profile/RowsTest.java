package io.kvdrill.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.TimeRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowsTest {

    /** A line of the published table of timeouts and limits: name, then the value under each preset in the table's order. */
    record Published(String name, List<String> values) {}

    private static List<Published> published() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RowsTest.class.getResourceAsStream("/spec/profile-rows.tsv")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> line.split("\t"))
                    .map(fields -> new Published(fields[0], List.of(fields).subList(1, fields.length)))
                    .toList();
        }
    }

    static Stream<Published> publishedLimits() throws IOException {
        return published().stream().filter(row -> !row.values().isEmpty());
    }

    @Test
    void areThoseOfTheSpecificationAndNoOthers() throws IOException {
        assertThat(Rows.all().stream().map(Row::name))
                .containsExactlyInAnyOrderElementsOf(
                        published().stream().map(Published::name).toList());
    }

    @ParameterizedTest
    @MethodSource("publishedLimits")
    void haveTheLimitsOfTheSpecification(Published published) {
        Row<?> row = Rows.named(published.name()).orElseThrow();
        List<Preset> presets = List.of(Preset.VLLM_2026_08, Preset.VLLM_2026_10, Preset.HARDENED);
        for (int i = 0; i < presets.size(); i++) {
            assertThat(spelled(row, presets.get(i)))
                    .as("%s under %s", row, presets.get(i).publicName())
                    .isEqualTo(published.values().get(i));
        }
    }

    private static String spelled(Row<?> row, Preset preset) {
        Object value = row.value(preset);
        if (value == null) {
            return "none";
        }
        return row instanceof TimeRow ? (long) value / 1_000_000 + "ms" : String.valueOf(value);
    }

    @Test
    void nameTheirSourceAndSayWhatTheyDecide() {
        for (Row<?> row : Rows.all()) {
            assertThat(row.about()).as(row.name()).isNotBlank();
            assertThat(row.source()).as(row.name()).isNotBlank();
        }
    }

    @Test
    void giveTheConformancePresetTheOctoberManagerOverTheAugustSessions() {
        List<String> fromOctober = Rows.all().stream()
                .filter(row -> !Objects.equals(row.value(Preset.CONFORMANCE_2026_10), row.value(Preset.VLLM_2026_08)))
                .map(Row::name)
                .toList();

        assertThat(fromOctober)
                .containsExactlyInAnyOrder(
                        "producer_policy",
                        "reaped_ids",
                        "reaped_id_retention",
                        "max_peers",
                        "idle_timeout",
                        "idle_reap_headroom",
                        "send_failure");
    }

    @Test
    void answerToVllmsOwnNames() {
        assertThat(Rows.named("VLLM_P2P_MAX_PEERS")).contains(Rows.MAX_PEERS);
        assertThat(Rows.named("unbound_store_timeout_s")).contains(Rows.UNBOUND_STORE_TIMEOUT);
        assertThat(Rows.named("no_such_row")).isEmpty();
    }

    @Test
    void canBeOverriddenOneByOne() {
        Profile profile = Profile.of(Preset.HARDENED).with(Rows.BINDINGS, Preset.VLLM_2026_08);

        assertThat(profile.choice(Rows.BINDINGS)).isEqualTo(Choices.Bindings.KEPT);
        assertThat(profile.overridden()).containsExactly(Rows.BINDINGS);
        assertThat(profile.evidence(Rows.BINDINGS)).isEqualTo(Evidence.CHOSEN);
        assertThat(Profile.of(Preset.HARDENED).overridden()).isEmpty();
    }

    @Test
    void areRememberedOnceTheyMattered() {
        Rules rules = new Rules(Profile.of(Preset.HARDENED));

        rules.choice(Rows.DRAIN);
        rules.reach(Rows.MAX_PEERS);
        rules.nanos(Rows.LOAD_TIMEOUT_PD);

        assertThat(rules.reached()).containsExactly(Rows.MAX_PEERS, Rows.DRAIN);
    }

    @Test
    void haveAllBehavioursUsedByAtLeastOnePreset() {
        for (Row<?> row : Rows.all()) {
            if (row instanceof ChoiceRow<?> choice
                    && choice != Rows.GROUP_PEERS_BY_HOST
                    && choice != Rows.FAILURE_DOMAIN) {
                for (Enum<?> behaviour : choice.choices().getEnumConstants()) {
                    assertThat(Stream.of(Preset.values()).map(choice::value))
                            .as("%s of %s", behaviour, row)
                            .anyMatch(value -> value == behaviour);
                }
            }
        }
    }

    @Test
    void countAmountsInBytesOnlyWhereTheyAreBytes() {
        assertThat(Rows.all().stream()
                        .filter(row -> row instanceof AmountRow amount && amount.bytes())
                        .map(Row::name))
                .containsExactly("max_message_size");
    }
}
