package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A scenario file")
class ScenarioCasesTest {
    private static final long MS = 1_000_000L;

    @Test
    void withCasesIsOneScenarioForEach() {
        List<Scenario> cases = read("""
                peers: {a: {}, b: {}}
                requests:
                  - {id: r1, tokens: 16, source: a, consume: b}
                expect: {request: r1, finishes: by_local_prefill}
                cases:
                  plain:
                  longer: {requests.r1.tokens: 32, about: A longer one}
                  slower:
                    peers.b.step: 50ms
                    links.control.rtt: 1ms
                    "requests[0].output": 3
                    expect+: [{slots_free: b}, {survives: b}]
                    under.vllm-2026-08: {breaks: I1}
                """);

        assertThat(cases).extracting(Scenario::name).containsExactly("test/plain", "test/longer", "test/slower");
        assertThat(cases)
                .extracting(Scenario::address)
                .containsExactly("test.yaml/plain", "test.yaml/longer", "test.yaml/slower");
        assertThat(cases).extracting(Scenario::about).containsExactly("a test", "A longer one", "a test");
        assertThat(cases).extracting(Scenario::fileAbout).containsOnly("a test");
        assertThat(cases.get(0).world().requests().get(0).prompt().tokens()).isEqualTo(16);
        assertThat(cases.get(1).world().requests().get(0).prompt().tokens()).isEqualTo(32);
        World slower = cases.get(2).world();
        assertThat(slower.peer("b").stepNanos()).isEqualTo(50 * MS);
        assertThat(slower.control().rtt()).isEqualTo(Latency.fixed(MS));
        assertThat(slower.requests().get(0).outputTokens()).isEqualTo(3);
        assertThat(slower.expectations()).hasSize(3);
        assertThat(slower.under()).extracting(ProfileOutcome::profile).containsExactly("vllm-2026-08");
    }

    @Test
    void isChangedBySettingsAfterItsCases() {
        List<Scenario> cases = new ScenarioReader(
                        List.of(Setting.parse("requests.r1.tokens=64"), Setting.parse("peers.c={slots: 8}")))
                .read(Source.of("test.yaml", """
                                format: 1
                                about: a test
                                peers: {a: {}, b: {}}
                                requests: [{id: r1, tokens: 16, source: a, consume: b}]
                                cases: {longer: {requests.r1.tokens: 32}}
                                """), "test", "test.yaml");

        assertThat(cases.get(0).world().requests().get(0).prompt().tokens()).isEqualTo(64);
        assertThat(cases.get(0).world().peer("c").slots()).isEqualTo(8);
    }

    @Test
    void mayUseAliasesForWhatItRepeats() {
        World world = one("peers:\n  a: &engine {step: 30ms}\n  b: *engine\n").world();

        assertThat(world.peer("b").stepNanos()).isEqualTo(30 * MS);
    }

    @Test
    void withManyCasesIsRefusedWithTheLimit() {
        StringBuilder text = new StringBuilder("peers: {a: {}}\ncases:\n");
        for (int i = 0; i < 1_001; i++) {
            text.append("  c").append(i).append(":\n");
        }

        assertThatThrownBy(() -> read(text.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 1000");
    }

    private static Scenario one(String body) {
        List<Scenario> scenarios = read(body);
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0);
    }

    private static List<Scenario> read(String body) {
        return new ScenarioReader(List.of())
                .read(Source.of("test.yaml", "format: 1\nabout: a test\n" + body), "test", "test.yaml");
    }
}
