package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A scenario file that counts")
class CountsTest {
    private static final long S = 1_000_000_000L;
    private static final String FLEET = """
            peers:
              one: {}
              decode: {count: 2, slots: 64}
            pods:
              sick: {ranks: 2, port: 7777}
              pod: {count: 2, ranks: 2}
            """;

    @Test
    void writesPeersRanksAndPodsOut() {
        World world = world(FLEET);
        assertThat(world.peers())
                .extracting(PeerSpec::name)
                .containsExactly(
                        "one", "decode-0", "decode-1", "sick-0", "sick-1", "pod-0-0", "pod-0-1", "pod-1-0", "pod-1-1");
        assertThat(world.peers())
                .extracting(PeerSpec::id)
                .containsExactly(
                        "10.0.0.1:5710",
                        "10.0.0.2:5710",
                        "10.0.0.3:5710",
                        "10.0.0.4:7777",
                        "10.0.0.4:7778",
                        "10.0.0.6:5710",
                        "10.0.0.6:5711",
                        "10.0.0.8:5710",
                        "10.0.0.8:5711");
        assertThat(world.peer("decode-1").slots()).isEqualTo(64);
    }

    @Test
    void putsItsNumberInPlaceOfAMark() {
        World world = world("""
                peers:
                  e: {count: 2, host: 10.1.0.#}
                  d: {count: 2}
                requests:
                  - {id: ask, count: 2, every: 150ms, at: 1s, tokens: 16, source: d-#, consume: e-#}
                  - {id: m, count: 2, prompt: {"text-#": 32}, consume: e-0}
                """);
        assertThat(world.peer("e-1").host()).isEqualTo("10.1.0.1");
        assertThat(world.requests()).extracting(RequestSpec::id).containsExactly("ask-0", "ask-1", "m-0", "m-1");
        assertThat(world.requests().get(1).source()).isEqualTo("d-1");
        assertThat(world.requests().get(1).consume()).isEqualTo("e-1");
        assertThat(world.requests().get(1).arrival()).isEqualTo(Moment.at(1_150_000_000L));
        assertThat(world.requests().get(3).prompt().segments().get(0).text()).isEqualTo("text-1");
    }

    @Test
    void shiftsMomentsOfEveryKind() {
        World world = world("""
                peers: {a: {}, b: {}}
                moments: {parked: {after: store_parked at a}}
                requests:
                  - {id: n, at: parked + 1s, count: 2, every: 1s, tokens: 16, consume: a}
                  - {id: e, at: {after: store_parked at a, plus: 1s}, count: 2, every: 1s, tokens: 16, consume: a}
                  - {id: d, at: {edge: load_timeout_pd, offset: -1ns}, count: 2, every: 1s, tokens: 16, consume: a}
                  - {id: z, count: 2, every: 1s, tokens: 16, consume: a}
                """);
        assertThat(world.requests())
                .extracting(RequestSpec::arrival)
                .filteredOn(arrival -> arrival instanceof Moment.Relative)
                .containsExactly(new Moment.Relative("parked", S), new Moment.Relative("parked", 2 * S));
        assertThat(((Moment.After) world.requests().get(3).arrival()).delayNanos())
                .isEqualTo(2 * S);
        assertThat(((Moment.Edge) world.requests().get(5).arrival()).offsetNanos())
                .isEqualTo(S - 1);
        assertThat(world.requests().get(7).arrival()).isEqualTo(Moment.at(S));
    }

    @Test
    void strikesGroupsPatternsAndHosts() {
        assertThat(killed("pod-1")).containsExactly("pod-1-0", "pod-1-1");
        assertThat(killed("pod")).containsExactly("pod-0-0", "pod-0-1", "pod-1-0", "pod-1-1");
        assertThat(killed("decode-*")).containsExactly("decode-0", "decode-1");
        assertThat(killed("pod-*-0")).containsExactly("pod-0-0", "pod-1-0");
        assertThat(killed("pod-[1-3]-[0-0]")).containsExactly("pod-1-0");
        assertThat(killed("10.0.0.4")).containsExactly("sick-0", "sick-1");
        assertThat(killed("one")).containsExactly("one");
    }

    private static List<String> killed(String target) {
        return world(FLEET + "faults: {kill: '" + target + "', at: 1s, name: death}\n").faults().stream()
                .map(fault -> ((Fault.Kill) fault.fault()).peer())
                .toList();
    }

    @Test
    void namesTheFirstStrikeOfAFaultThatIsRepeated() {
        World world = world(FLEET + """
                faults:
                  - {restart: decode, at: 2s, every: 10s, times: 3, name: churn}
                  - {stall_step: one, by: 1s, after: store_parked at one, plus: 1s, every: 5s, times: 2}
                  - {pause: one, at: churn + 1s, for: 1s}
                """);
        assertThat(world.faults()).hasSize(9);
        assertThat(world.faults().subList(0, 6))
                .extracting(FaultSpec::at)
                .containsExactly(
                        Moment.at(2 * S),
                        Moment.at(2 * S),
                        Moment.at(12 * S),
                        Moment.at(12 * S),
                        Moment.at(22 * S),
                        Moment.at(22 * S));
        assertThat(world.faults()).extracting(FaultSpec::name).containsOnlyOnce("churn");
        assertThat(world.faults().get(0).name()).isEqualTo("churn");
        assertThat(((Moment.After) world.faults().get(7).at()).delayNanos()).isEqualTo(6 * S);
    }

    @Test
    void cutsAWholeHostOffFromTheRestButNotFromItself() {
        World world = world(FLEET + "faults: {partition: pod-0, plane: data, at: 1s}\n");
        assertThat(world.faults()).hasSize(14).allSatisfy(spec -> {
            Fault.Partition cut = (Fault.Partition) spec.fault();
            assertThat(cut.from()).startsWith("pod-0-");
            assertThat(cut.to()).isNotNull().doesNotStartWith("pod-0-");
        });
    }

    @Test
    void combinesTheGroupsOfAFault() {
        World world = world(FLEET + """
                faults:
                  - {partition: [decode, sick], at: 1s}
                  - {delay: {from: pod-0, to: decode, type: fetch}, by: 1ms, jitter: 2ms, at: 1s}
                  - {writes: {from: sick}, fate: stalls, at: 1s}
                """);
        assertThat(world.faults().subList(0, 4))
                .extracting(
                        spec -> ((Fault.Partition) spec.fault()).from() + " " + ((Fault.Partition) spec.fault()).to())
                .containsExactly("decode-0 sick-0", "decode-0 sick-1", "decode-1 sick-0", "decode-1 sick-1");
        assertThat(world.faults().get(4).fault())
                .isEqualTo(new Fault.DelayMessages(
                        new Fault.MessageMatch("pod-0-0", "decode-0", "fetch", null), 1_000_000, 2_000_000));
        assertThat(world.faults()).hasSize(10);
    }

    @Test
    void expectsTheSameOfManyRequestsAndPeers() {
        World world = world(FLEET + """
                requests: {id: ask, count: 3, tokens: 16, consume: one}
                expect:
                  - {request: ask, finishes: by_local_prefill}
                  - {load: ask-*, ends: ok}
                  - {survives: decode}
                under:
                  vllm-2026-08: {expect: {request: ask-*, finishes: failed}}
                """);
        assertThat(world.expectations())
                .extracting(Expectation::subject)
                .containsExactly(
                        "request ask-0",
                        "request ask-1",
                        "request ask-2",
                        "load ask-0 #1",
                        "load ask-1 #1",
                        "load ask-2 #1",
                        "engine decode-0",
                        "engine decode-1");
        assertThat(world.under().get(0).expect()).hasSize(3);
    }

    @Test
    void fillsCachesAndLinksOfGroups() {
        World world = world(FLEET + """
                warm: {decode: {system: 64}}
                links: {between: {from: one, to: decode-*, data: 400G}}
                """);
        assertThat(world.warm()).extracting(WarmCache::peer).containsExactly("decode-0", "decode-1");
        assertThat(world.links()).extracting(LinkOverride::to).containsExactly("decode-0", "decode-1");
    }

    @Test
    void changesAGroupByItsPathInACase() {
        List<Scenario> cases = read(FLEET + "cases: {more: {peers.decode.count: 4, peers.decode.step: 50ms}}\n");
        assertThat(cases.get(0).world().peers()).hasSize(11);
        assertThat(cases.get(0).world().peer("decode-3").stepNanos()).isEqualTo(50_000_000L);
    }

    @Test
    void refusesCountsBeyondTheLimitsAtTheLineThatWasWritten() {
        assertThat(refusal("peers: {a: {count: 5000}}\n")).contains("test.yaml:3:", "1 to 4,096");
        assertThat(refusal("pods: {a: {count: 4096, ranks: 4096}}\n"))
                .contains("test.yaml:3:", "16,777,216 peers; at most 4,096 fit in a file");
        assertThat(refusal("""
                peers: {a: {}}
                requests:
                  - {id: x, count: 20000, tokens: 16, consume: a}
                  - {id: y, count: 20000, tokens: 16, consume: a}
                """)).contains("test.yaml:6:", "40,000 requests; at most 20,000 fit in a file");
        assertThat(refusal("pods: {a: {count: 50, ranks: 8}}\nfaults: {kill: a, at: 1s, every: 1s, times: 1000}\n"))
                .contains("test.yaml:4:", "more than 20,000 faults");
        assertThat(refusal("pods: {a: {count: 50, ranks: 8}}\nfaults: {partition: [a, a], at: 1s}\n"))
                .contains("test.yaml:4:", "more than 20,000 faults");
    }

    @Test
    void refusesHalfASentence() {
        assertThat(refusal("pods: {a: {}}\n")).contains("a pod needs 'ranks'");
        assertThat(refusal("peers: {a: {ranks: 2, rank: 1}}\n")).contains("'rank' stands beside 'ranks'");
        assertThat(refusal("peers: {a: {}}\nrequests: {id: x, every: 1s, tokens: 16, consume: a}\n"))
                .contains("'every' goes with 'count'");
        assertThat(refusal("peers: {a: {}}\nfaults: {kill: a, at: 1s, every: 1s}\n"))
                .contains("'every' and 'times' go together");
        assertThat(refusal("peers: {a: {}}\nfaults: {pause: a, at: 1s, until: 9s, every: 1s, times: 2}\n"))
                .contains("cannot end at one moment");
        assertThat(refusal("peers: {a: {count: 2}}\nwarm: {a: {x: 16}, a-0: {y: 16}}\n"))
                .contains("'a-0' is among those of 'a-0' and in line 4, too");
    }

    @Test
    void pointsAtTheLineOfAGroupForAProblemOfOneOfItsPeers() {
        assertThat(refusal("peers:\n  one: {}\n  a: {count: 3, host: h}\n"))
                .contains("test.yaml:5:", "the address h:5710 is that of peer \"a-0\", too");
        assertThat(refusal("peers: {a: {count: 2}}\nfaults: {kill: b-*, at: 1s}\n"))
                .contains("test.yaml:4:", "there is no peer called 'b-*'");
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
