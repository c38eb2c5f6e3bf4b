package io.kvdrill.scenarios.format.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Choices.Bindings;
import io.kvdrill.core.profile.Choices.FinishWithLiveLoad;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.unit.UnitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A profile file")
class ProfileReaderTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void extendsAPreset() {
        Profile profile = read("base: vllm-2026-10\nload_timeout_symmetric: 5s\nmax_message_size: 1MiB\n");

        assertThat(profile.name()).isEqualTo("mine");
        assertThat(profile.base()).isEqualTo(Preset.VLLM_2026_10);
        assertThat(profile.nanos(Rows.LOAD_TIMEOUT_SYMMETRIC)).isEqualTo(5 * SECOND);
        assertThat(profile.amount(Rows.MAX_MESSAGE_SIZE)).isEqualTo(1 << 20);
        assertThat(profile.nanos(Rows.LOAD_TIMEOUT_PD)).isEqualTo(30 * SECOND);
    }

    @Test
    void extendsHardenedUnlessItSaysOtherwise() {
        assertThat(read("load_timeout_pd: 20s\n").base()).isEqualTo(Preset.HARDENED);
    }

    @Test
    void takesVllmsNamesInVllmsUnits() {
        Profile profile = read("""
                base: vllm-2026-10
                unbound_store_timeout_s: 120
                VLLM_P2P_MAX_PEERS: 64
                VLLM_P2P_HANDSHAKE_TIMEOUT_S: 2.5
                VLLM_P2P_IDLE_TIMEOUT_S: 0
                """);

        assertThat(profile.nanos(Rows.UNBOUND_STORE_TIMEOUT)).isEqualTo(120 * SECOND);
        assertThat(profile.amount(Rows.MAX_PEERS)).isEqualTo(64);
        assertThat(profile.nanos(Rows.HANDSHAKE_TIMEOUT)).isEqualTo(2_500_000_000L);
        assertThat(profile.nanos(Rows.IDLE_TIMEOUT)).isEqualTo(Profile.NO_LIMIT);
        assertThat(read("unbound_store_timeout_s: inf\n").nanos(Rows.UNBOUND_STORE_TIMEOUT))
                .isEqualTo(Profile.NO_LIMIT);
        assertThat(read("unbound_store_timeout_s: 90s\n").nanos(Rows.UNBOUND_STORE_TIMEOUT))
                .isEqualTo(90 * SECOND);
    }

    @Test
    void givesABehaviourThePresetWhoseValueItGetsOrTheValue() {
        Profile profile = read(
                "bindings: vllm-2026-08\nfinish_with_live_load: fail-at-ack\nfailed_ids: until_request_finishes\n");

        assertThat(profile.choice(Rows.BINDINGS)).isEqualTo(Bindings.KEPT);
        assertThat(profile.choice(Rows.FINISH_WITH_LIVE_LOAD)).isEqualTo(FinishWithLiveLoad.FAIL_AT_ACK);
    }

    @Test
    void givesALimitThePresetWhoseValueItGetsOrNone() {
        assertThat(read("load_timeout_symmetric: vllm-2026-08\n").nanos(Rows.LOAD_TIMEOUT_SYMMETRIC))
                .isEqualTo(30 * SECOND);
        assertThat(read("max_peers: none\n").amount(Rows.MAX_PEERS)).isEqualTo(Profile.NO_LIMIT);
    }

    @Test
    void mayHaveANameAndSayWhatItIsAbout() {
        assertThat(read("name: other\nabout: an experiment\nformat: 1\n").name())
                .isEqualTo("other");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "base: vllm-2026-11\n",
                "base: [hardened]\n",
                "load_timeout_pdd: 5s\n",
                "load_timeout_pd: 5\n",
                "load_timeout_pd: -5s\n",
                "load_timeout_pd: [5s]\n",
                "load_timeout_pd:\n",
                "max_peers: 5s\n",
                "max_message_size: 8\n",
                "bindings: sometimes\n",
                "unbound_store_timeout_s: 0\n",
                "unbound_store_timeout_s: -1\n",
                "unbound_store_timeout_s: nan\n",
                "name: ../escape\n",
                "name:\n",
                "format: 2\n",
                "- hardened\n",
                "hardened\n",
                "",
                "load_timeout_pd: 5s\nload_timeout_pd: 6s\n"
            })
    void isRefusedWhereItMakesNoSense(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void cannotForgetReapedIdsTooSoonUnderHardened() {
        assertThatThrownBy(() -> read("reaped_id_retention: 74s\n")).hasMessageContaining("at least 75s");
        assertThat(read("reaped_id_retention: 75s\n").nanos(Rows.REAPED_ID_RETENTION))
                .isEqualTo(75 * SECOND);
        assertThat(read("handshake_timeout: 5s\nreaped_id_retention: 50s\n").nanos(Rows.REAPED_ID_RETENTION))
                .isEqualTo(50 * SECOND);
        assertThatThrownBy(() -> read("reaped_id_retention: 50s\nabort_ack_timeout: none\n"))
                .hasMessageContaining("= none");
        assertThat(read("base: vllm-2026-10\nreaped_id_retention: 1s\n").nanos(Rows.REAPED_ID_RETENTION))
                .isEqualTo(SECOND);
    }

    @Test
    void canSayTheValueOfEveryRowOfEveryPreset() throws UnitException {
        for (Preset preset : Preset.values()) {
            Profile changed = Profile.of(Preset.HARDENED);
            for (Row<?> row : Rows.all()) {
                changed = RowText.set(changed, row, row.name(), RowText.of(row, row.value(preset)));
            }
            for (Row<?> row : Rows.all()) {
                assertThat(Objects.equals(changed.value(row), row.value(preset)))
                        .as(row.name())
                        .isTrue();
            }
        }
    }

    private Profile read(String text) {
        try {
            return ProfileReader.readFile(Files.writeString(folder.resolve("mine.yaml"), text));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
