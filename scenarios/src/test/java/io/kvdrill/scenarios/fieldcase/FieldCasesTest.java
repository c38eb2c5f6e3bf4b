package io.kvdrill.scenarios.fieldcase;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The field cases")
class FieldCasesTest {
    private static final Path PAGE = Path.of("..", "docs", "field-cases.md");
    private static final Pattern ROW = Pattern.compile("^\\| (F\\d+) \\|", Pattern.MULTILINE);
    private static final Pattern EDGE = Pattern.compile("^- \\*\\*(D\\d+)\\*\\*", Pattern.MULTILINE);

    /** A stated wait begins at most this much before the sum of its deadlines. */
    private static final long SLACK_NANOS = 1_500_000_000L;

    private static final List<Scenario> SHIPPED = new ScenarioFinder(new ScenarioReader(List.of())).all();

    static List<FieldCase> all() {
        return FieldCases.all();
    }

    static Stream<Arguments> waits() {
        return all().stream()
                .flatMap(told -> told.waits().entrySet().stream()
                        .map(wait -> Arguments.of(told.id(), wait.getKey(), wait.getValue())));
    }

    @Test
    void areThoseOfThePageInItsOrder() throws IOException {
        String page = Files.readString(PAGE);
        List<String> ids = new ArrayList<>(found(ROW, page));
        ids.addAll(found(EDGE, page));

        assertThat(FieldCases.ids()).containsExactlyElementsOf(ids);
    }

    @ParameterizedTest
    @MethodSource("all")
    void areRehearsedOrOutsideOfTheModelAndNeverBoth(FieldCase told) {
        boolean rehearsed = SHIPPED.stream()
                .anyMatch(scenario -> scenario.rehearsal().fieldCases().contains(told.id()));

        assertThat(told.isOutside()).as(told.id()).isNotEqualTo(rehearsed);
    }

    @Test
    void areRehearsedSixtyAndMore() {
        assertThat(all().stream().filter(told -> !told.isOutside())).hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("all")
    void linkReportsAndSayWhatToLookAt(FieldCase told) {
        assertThat(told.links()).allMatch(link -> link.startsWith("https://"));
        assertThat(told.links().isEmpty()).as(told.id()).isEqualTo(told.id().startsWith("D"));
        if (!told.isOutside()) {
            assertThat(told.lookAt() + told.settings()).as(told.id()).isNotEqualTo("[]");
        }
    }

    @ParameterizedTest(name = "{0} under {1}: {2}")
    @MethodSource("waits")
    void stateNoWaitThatNoScenarioShows(String id, String profile, Deadlines deadlines) {
        OptionalLong sum = deadlines.sumNanos(Preset.named(profile).orElseThrow());
        List<Scenario> stating = SHIPPED.stream()
                .filter(scenario -> scenario.rehearsal().fieldCases().contains(id) && scenario.states(profile))
                .toList();

        boolean shown = sum.isEmpty()
                ? stating.stream().anyMatch(scenario -> waitsForEver(scenario, profile))
                : stating.stream()
                        .flatMap(scenario -> scenario.world().expectationsUnder(profile).stream())
                        .anyMatch(expectation -> shows(expectation, sum.getAsLong()));

        assertThat(shown)
                .as("a wait of %s, of %s under %s, in one of %s", deadlines, id, profile, names(stating))
                .isTrue();
    }

    private static List<String> names(List<Scenario> scenarios) {
        return scenarios.stream().map(Scenario::name).toList();
    }

    private static boolean waitsForEver(Scenario scenario, String profile) {
        return scenario.world().brokenUnder(profile).contains("I3")
                || scenario.world().expectationsUnder(profile).stream()
                        .anyMatch(e ->
                                e instanceof Expectation.RequestFinishes finishes && finishes.how() == Finish.GIVEN_UP);
    }

    private static boolean shows(Expectation expectation, long nanos) {
        Span span = null;
        if (expectation instanceof Expectation.LoadEnds ends) {
            span = ends.span();
        } else if (expectation instanceof Expectation.StoreEnds ends) {
            span = ends.span();
        } else if (expectation instanceof Expectation.RequestFinishes finishes) {
            span = finishes.span();
        } else if (expectation instanceof Expectation.HappensAfter happens) {
            span = happens.span();
        } else if (expectation instanceof Expectation.WorkloadWaits waits) {
            span = waits.span();
        }
        return span != null
                && span.minNanos() > 0
                && span.minNanos() <= nanos + SLACK_NANOS
                && span.minNanos() >= nanos - SLACK_NANOS
                && span.maxNanos() >= nanos;
    }

    private static Set<String> found(Pattern pattern, String page) {
        Set<String> ids = new LinkedHashSet<>();
        Matcher matcher = pattern.matcher(page);
        while (matcher.find()) {
            ids.add(matcher.group(1));
        }
        return ids;
    }
}
