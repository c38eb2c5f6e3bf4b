package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvdrill.scenarios.format.preset.ModelPreset;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.sim.world.Amount;
import io.kvdrill.sim.world.Arrivals;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.Retries;
import io.kvdrill.sim.world.Routing;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import io.kvdrill.sim.world.Sessions;
import io.kvdrill.sim.world.WorkloadSpec;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A scenario file")
class WorkloadsAndPresetsTest {
    private static final long S = 1_000_000_000L;

    @Test
    void saysEverythingOfAWorkload() {
        World world = world("""
                peers: {prefill: {count: 2}, decode: {count: 3}}
                workloads:
                  chat:
                    at: 1s
                    arrivals: {poisson: 100ms}
                    sessions: 500
                    for: 60s
                    prefix: {pool: system, prefixes: 8, tokens: 4096, skew: 0.9}
                    turns: {from: 1, to: 6}
                    think: {median: 5s, p99: 60s}
                    tokens: {median: 2000, p99: 40000}
                    output: 50
                    produce: {peers: prefill, policy: prefix_affinity, most: 8}
                    consume: [decode-0, decode-*]
                    source: {peers: [prefill], policy: prefix_affinity}
                    dispatch: together
                    retries: {attempts: 3, timeout: 20s, delay: 100ms, elsewhere: false, keeps_kv_request_id: true}
                    gives_up_after: 300s
                """);
        assertThat(world.workloads())
                .containsExactly(new WorkloadSpec(
                        "chat",
                        Moment.at(S),
                        new Arrivals.Poisson(S / 10),
                        500L,
                        60 * S,
                        new PrefixPool("system", 8, Amount.fixed(4_096), 0.9),
                        new Sessions(
                                new Amount.Uniform(1, 6),
                                new Latency.LogNormal(5 * S, 60 * S),
                                new Amount.LogNormal(2_000, 40_000),
                                Amount.fixed(50)),
                        new Routing(
                                Mode.PD,
                                Choice.of(Policy.ROUND_ROBIN, "decode-0", "decode-1", "decode-2"),
                                new Choice(List.of("prefill-0", "prefill-1"), Policy.PREFIX_AFFINITY, 8),
                                Choice.of(Policy.PREFIX_AFFINITY, "prefill-0", "prefill-1"),
                                new Dispatch.Together()),
                        new Retries(3, 20 * S, S / 10, false, true),
                        300 * S));
    }

    @Test
    void saysLittleOfAWorkload() {
        World world = world("""
                peers: {a: {}, b: {}}
                workloads:
                  one: {arrivals: {every: 1s}, sessions: 3, tokens: 64, consume: a, prefix: {tokens: 16}}
                  two: {arrivals: {burst: 9, apart: 30s, within: 1s}, for: 60s, tokens: 64, consume: a, source: b}
                """);
        WorkloadSpec one = world.workloads().get(0);
        assertThat(one.routing().mode()).isEqualTo(Mode.LOCAL);
        assertThat(one.retries()).isEqualTo(Retries.NONE);
        assertThat(one.pool()).isEqualTo(new PrefixPool("one", 1, Amount.fixed(16), 0));
        WorkloadSpec two = world.workloads().get(1);
        assertThat(two.arrivals()).isEqualTo(new Arrivals.Bursts(9, 30 * S, S));
        assertThat(two.routing().mode()).isEqualTo(Mode.SYMMETRIC);
    }

    @Test
    void refusesAWorkloadThatCannotBe() {
        String begin = "peers: {a: {}, b: {}}\nworkloads:\n  w: ";
        assertThat(refusal(begin + "{arrivals: {every: 1s}, tokens: 64, consume: a}\n"))
                .contains("when does it end?");
        assertThat(refusal(begin + "{arrivals: {every: 1ns}, for: 1h, tokens: 64, consume: a}\n"))
                .contains("test.yaml:5:", "sessions, must be at most 100000; shorten it");
        assertThat(refusal(begin + "{arrivals: {every: 1s}, sessions: 200000, tokens: 64, consume: a}\n"))
                .contains("from 1 to 100000 sessions");
        assertThat(refusal(begin + "{arrivals: {every: 1s}, sessions: 2, tokens: 64, consume: c-*}\n"))
                .contains("there is no peer called 'c-*'");
        assertThat(refusal(begin + "{arrivals: {every: 1s}, sessions: 2, tokens: 64, consume: a, produce: [a, b]}\n"))
                .contains("has peers that consume, too");
        assertThat(refusal(
                        begin + "{arrivals: {every: 1s}, sessions: 2, tokens: 64, consume: a, dispatch: together}\n"))
                .contains("only a pd request has two legs");
        assertThat(refusal(begin + "{arrivals: {every: 1s}, sessions: 2, tokens: 64, consume: {peers: a, most: 3}}\n"))
                .contains("'most' goes with policy prefix_affinity");
        assertThat(refusal(begin + "{arrivals: {every: 1s}, sessions: 2, tokens: {from: 9, to: 3}, consume: a}\n"))
                .contains("must be from 9 to");
        assertThat(refusal("peers: {a: {}}\nexpect: {workload: chat, finishes: failed, at_most: 3}\n"))
                .contains("chat");
    }

    @ParameterizedTest
    @MethodSource("presets")
    void takesAModelByName(ModelPreset preset) {
        World world = world("peers: {a: {}, b: {prefill: 1k tok/s, step: 1ms}}\nmodel: " + preset.name() + "\n");
        assertThat(world.model())
                .isEqualTo(new Model(preset.kvBytesPerToken() * preset.tokensPerBlock(), preset.tokensPerBlock()));
        PeerSpec usual = PeerSpec.of("a", "10.0.0.1");
        Long prefill = preset.prefillTokensPerSecond();
        Long step = preset.stepNanos();
        assertThat(world.peer("a").prefillTokensPerSecond())
                .isEqualTo(prefill == null ? usual.prefillTokensPerSecond() : prefill);
        assertThat(world.peer("a").stepNanos()).isEqualTo(step == null ? usual.stepNanos() : step);
        assertThat(world.peer("b").prefillTokensPerSecond()).isEqualTo(1_000);
        assertThat(world.peer("b").stepNanos()).isEqualTo(1_000_000);
        assertThat(preset.kvSource()).isNotBlank();
        assertThat(preset.prefillSource().isEmpty()).isEqualTo(prefill == null);
        assertThat(preset.stepSource().isEmpty()).isEqualTo(step == null);
    }

    static List<ModelPreset> presets() {
        return ModelPreset.all();
    }

    @Test
    void holdsThePublishedBlockSizes() {
        assertThat(world("peers: {a: {}}\nmodel: llama-3.1-8b\n").model().blockBytes())
                .isEqualTo(2L << 20);
        assertThat(world("peers: {a: {}}\nmodel: llama-3.1-70b-tp4\n").model().blockBytes())
                .isEqualTo(5L << 18);
        assertThat(world("peers: {a: {}}\nmodel: qwen3-32b-tp2\n").model().blockBytes())
                .isEqualTo(2L << 20);
        assertThat(world("peers: {a: {}}\nmodel: {preset: gpt-oss-120b, tokens_per_block: 128}\n")
                        .model())
                .isEqualTo(new Model(5_312_000, 128));
        assertThat(world("peers: {a: {}}\nmodel: {preset: glm-5.2-fp8, kv_block: 3MB}\n")
                        .model())
                .isEqualTo(new Model(3_000_000, 64));
    }

    @Test
    void takesALinkByName() {
        World world = world("peers: {a: {}}\nlinks: {data: 2x100G, control: loopback}\n");
        assertThat(world.data().bytesPerSecond()).isEqualTo(24_400_000_000L);
        assertThat(world.control().rtt()).isEqualTo(new Latency.LogNormal(84_000, 118_000));
        assertThat(refusal("peers: {a: {}}\nlinks: {data: 300G}\n")).contains("'300G' is no data link", "did you mean");
        assertThat(refusal("peers: {a: {}}\nmodel: llama-3.1-70b-tp8\n")).contains("did you mean 'llama-3.1-70b-tp4'?");
    }

    private static World world(String body) {
        return read(body).get(0).world();
    }

    private static String refusal(String body) {
        InvalidInputException refusal = catchThrowableOfType(InvalidInputException.class, () -> read(body));
        assertThat(refusal).as(body).isNotNull();
        return String.valueOf(refusal.getMessage());
    }

    private static List<Scenario> read(String body) {
        return new ScenarioReader(List.of())
                .read(Source.of("test.yaml", "format: 1\nabout: a test\n" + body), "test", "test.yaml");
    }
}
