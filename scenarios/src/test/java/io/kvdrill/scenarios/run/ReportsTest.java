package io.kvdrill.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The report of a run")
class ReportsTest {
    private static final String PULL = """
            format: 1
            about: A pull
            peers:
              source: {host: 10.0.0.1}
              consumer: {host: 10.0.0.2}
            requests:
              - {id: r1, at: 1s, tokens: 640, produce: source, consume: consumer}
              - {id: r2, at: 9s, tokens: 640, produce: source, consume: consumer}
            """;

    private static RunReport of(String more) {
        return of(
                new ScenarioReader(List.of())
                        .read(Source.of("pull.yaml", PULL + more), "pull", "pull")
                        .get(0),
                "hardened");
    }

    private static RunReport of(Scenario scenario, String profile) {
        RunCase runCase =
                new CasePlanner(profile, List.of(), List.of(), 1).plan(scenario).get(0);
        return Reports.of(runCase, new SimulatedRunner().run(runCase, List.of()));
    }

    @Test
    void saysFaultsInTheWordsOfTheScenarioFile() {
        RunReport report = of("""
                faults:
                  - {restart: source, down: 5s, at: 2s}
                  - {partition: [consumer, source], plane: data, at: 20s, for: 1s, name: cut}
                  - {delay: fetch, by: 2ms, at: 30s}
                """);

        assertThat(report.faults())
                .containsExactly(
                        new RunReport.Fault(
                                "faults[0]", "restart", List.of("source"), null, "restart: source, down: 5s"),
                        new RunReport.Fault(
                                "cut",
                                "partition",
                                List.of("consumer", "source"),
                                null,
                                "partition: [consumer, source], plane: data"),
                        new RunReport.Fault("faults[2]", "delay", List.of(), "fetch", "delay: fetch, by: 2ms"));
    }

    @Test
    void saysWhyARequestWasNotAnswered() {
        RunReport report = of("faults: {kill: consumer, at: 1.03s}\n");

        assertThat(report.requests())
                .extracting(RunReport.Request::finish, RunReport.Request::whyFailed)
                .containsExactly(
                        tuple("failed", "consumer was killed at 1.03 s"),
                        tuple("failed", "an engine that it was sent to did not run"));
    }

    @Test
    void saysNothingOfAFailureWhereARequestWasAnswered() {
        assertThat(of("").requests()).hasSize(2).allMatch(request -> request.whyFailed() == null);
    }

    @Test
    void tellsAsWhatLedToAViolationOnlyWhatItFollowsFrom() {
        Scenario scenario = new ScenarioFinder(new ScenarioReader(List.of()))
                .find("late-write-after-abort")
                .get(0);

        assertThat(of(scenario, "vllm-2026-08").violations().get(0).violation().ledTo())
                .extracting(RunReport.Entry::kind)
                .containsExactly(
                        "load_started",
                        "message_received",
                        "demand_received",
                        "fault_struck",
                        "write_posted",
                        "write_started",
                        "load_timed_out",
                        "load_aborting",
                        "message_received",
                        "store_ended",
                        "round_ended",
                        "transfer_forgotten",
                        "write_ended",
                        "abort_acknowledged");
    }
}
