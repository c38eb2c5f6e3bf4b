package io.kvdrill.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What bounds a run")
class LimitsTest {
    private static final String PULL = """
            format: 1
            about: A pull
            peers:
              source: {host: 10.0.0.1, slots: 1024}
              consumer: {host: 10.0.0.2, slots: 1024, prefill: 1000k tok/s}
            data_plane: {registration: 0, registration_base: 0s}
            warm:
              source: {document: 8192}
            requests:
              - {id: hello, tokens: 16, source: source, consume: consumer}
              - {id: r1, at: 1s, prompt: {document: 8192, r1: 16}, source: source, consume: consumer}
            expect:
              - {request: r1, finishes: with_remote_kv}
            """;

    @ParameterizedTest
    @CsvSource({
        "'', links.data.bandwidth",
        "'links: {data: {bandwidth: 400Gbps, per_block: 1ms/block}}', links.data.per_block",
        "'faults: {stall_step: source, by: 3s, after: {event: sent fetch, at: consumer}}', peers.consumer.step",
        "'faults: {drop: transfer_done, at: 0s}', profile.load_timeout_symmetric",
        "'faults: {drop: lookup_resp, at: 0.5s}', profile.lookup_progress_timeout",
        "'faults: {writes: {}, fate: stalls, at: 0s}', profile.stalled_write_timeout",
    })
    void isWhatTheSlowestAnswerSpentMostOfItsTimeOn(String more, String setting) {
        RunReport.Limit first = limits(PULL + more + "\n").get(0);

        assertThat(first.setting()).as(first.text()).isEqualTo(setting);
        assertThat(first.text()).startsWith("slowest answer r1, ").endsWith("most of it is set by " + setting);
    }

    @Test
    void isThePrefillRateWhereAPromptIsComputed() {
        String computed = PULL.replace(", source: source", "")
                .replace("with_remote_kv", "by_local_prefill")
                .replace("1000k", "1000");

        assertThat(limits(computed).get(0).setting()).isEqualTo("peers.consumer.prefill");
    }

    @Test
    void namesNoSettingForAWriteThatIsSlowerThanItsLink() {
        RunReport.Limit first = limits(PULL + "faults: {writes: {}, fate: slow, by: 3s, at: 0s}\n")
                .get(0);

        assertThat(first.setting()).isEmpty();
        assertThat(first.text())
                .contains("3.000 s a write from source to consumer that shares its path or stands still");
    }

    @ParameterizedTest
    @CsvSource({
        "unreachable-peers, profile.max_peers",
        "tier-smaller-than-prompt/half-the-room, peers.consumer.slots",
        "send-queue-fills, links.control.high_water_mark"
    })
    void isWhatRanOut(String scenario, String setting) {
        Scenario found =
                new ScenarioFinder(new ScenarioReader(List.of())).find(scenario).get(0);

        assertThat(limits(found)).extracting(RunReport.Limit::setting).contains(setting);
    }

    @Test
    void isNothingWhereNothingIsAnsweredAndNothingRunsOut() {
        String dead = PULL + "faults: {kill: consumer, at: 0s}\n";

        assertThat(limits(dead.replace("finishes: with_remote_kv", "finishes: failed")))
                .isEmpty();
    }

    private static List<RunReport.Limit> limits(String text) {
        return limits(new ScenarioReader(List.of())
                .read(Source.of("pull.yaml", text), "pull", "pull")
                .get(0));
    }

    private static List<RunReport.Limit> limits(Scenario scenario) {
        RunCase runCase = new CasePlanner("hardened", List.of(), List.of(), 1)
                .plan(scenario)
                .get(0);
        return Reports.of(runCase, new SimulatedRunner().run(runCase, List.of()))
                .limits();
    }
}
