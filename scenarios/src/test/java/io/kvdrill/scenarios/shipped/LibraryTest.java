package io.kvdrill.scenarios.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The shipped scenarios")
class LibraryTest {
    private static final Path FOLDER = Path.of("src", "main", "resources", "io", "kvdrill", "scenarios", "shipped");
    /** What goes right, for hosts that are new: nobody reports that. */
    private static final Set<String> WITHOUT_A_REPORT = Set.of("first-transfer");

    static List<String> names() {
        return Library.names();
    }

    @Test
    void areThoseInTheFolder() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".yaml")))
                    .containsExactlyInAnyOrderElementsOf(
                            names().stream().map(name -> name + ".yaml").toList());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void stateAnOutcomeUnderEveryProfileAndLinkAReport(String name) {
        for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).find(name)) {
            // A case that changes a row of a profile is about that profile alone.
            if (Preset.named(scenario.profile().name()).isPresent()) {
                assertThat(scenario.statedProfiles())
                        .contains(
                                Preset.HARDENED.publicName(),
                                Preset.VLLM_2026_08.publicName(),
                                Preset.VLLM_2026_10.publicName());
            }
            assertThat(scenario.reports()).allMatch(report -> report.startsWith("https://"));
            assertThat(scenario.reports().isEmpty()).isEqualTo(WITHOUT_A_REPORT.contains(name));
            assertThat(scenario.world().expectations()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void sayWhatTheyRehearseAndHowItIsNoticed(String name) {
        for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).find(name)) {
            assertThat(scenario.rehearsal().fieldCases()).doesNotHaveDuplicates();
            assertThat(scenario.rehearsal().fieldCases().isEmpty()).isEqualTo(WITHOUT_A_REPORT.contains(name));
            assertThat(scenario.rehearsal().kind()).isNotEmpty();
            assertThat(scenario.rehearsal().symptoms()).isNotEmpty();
            assertThat(scenario.rehearsal().laws()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void breakNoLawUnderHardened(String name) {
        for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).find(name)) {
            if (scenario.profile().base() == Preset.HARDENED || scenario.states(Preset.HARDENED.publicName())) {
                assertThat(scenario.world().brokenUnder(Preset.HARDENED.publicName()))
                        .isEmpty();
            }
        }
    }
}
