package io.kvdrill.scenarios.format.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.write.ScenarioWriter.Extras;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldValidation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioWriterTest {
    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    @Test
    void everyShippedScenarioReadsBackAsItWas() {
        for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).all()) {
            Extras extras =
                    new Extras(List.of("a comment"), scenario.reports(), scenario.pinBudgetSlotNanos(), scenario.why());
            if (!scenario.world().workloads().isEmpty()) {
                assertThatThrownBy(() -> ScenarioWriter.write(scenario.world(), scenario.profile(), extras))
                        .hasMessageContaining("no words for workload");
                continue;
            }
            String text = ScenarioWriter.write(scenario.world(), scenario.profile(), extras);
            Scenario back = read(text, scenario.name());
            assertThat(back.world()).as(text).isEqualTo(scenario.world());
            assertThat(back.profile().name()).isEqualTo(scenario.profile().name());
            assertThat(rows(back.profile())).isEqualTo(rows(scenario.profile()));
            assertThat(back.reports()).isEqualTo(scenario.reports());
            assertThat(back.why()).isEqualTo(scenario.why());
            assertThat(back.pinBudgetSlotNanos()).isEqualTo(scenario.pinBudgetSlotNanos());
        }
    }

    @Test
    void everyFaultMomentExpectationAndFieldReadsBack() {
        World world = EveryWord.world();
        String text = ScenarioWriter.write(world, HARDENED, Extras.NONE);
        assertThat(read(text, "every-word").world()).as(text).isEqualTo(world);
        assertThat(WorldValidation.problems(world, new EventCatalogue())).isEmpty();
    }

    @Test
    void profilesReadBackRowByRow() {
        World world = Writable.formOf(EveryWord.world()).toBuilder()
                .onlyUnder(List.of())
                .build();
        for (Preset preset : Preset.values()) {
            Profile changed = Profile.of(preset)
                    .with(Rows.LOAD_TIMEOUT_PD, 1_500_000_001L)
                    .with(Rows.UNBOUND_STORE_TIMEOUT, (Long) null);
            for (Profile profile :
                    List.of(Profile.of(preset), Profile.of(preset).named("mine"), changed)) {
                Scenario back = read(ScenarioWriter.write(world, profile, Extras.NONE), "every-word");
                assertThat(rows(back.profile())).isEqualTo(rows(profile));
                assertThat(back.profile().base()).isEqualTo(preset);
            }
        }
    }

    @Test
    void aSmallWorldReadsLikeOneWrittenByHand() {
        String file = """
                format: 1
                about: A producer dies after its write lands and before it says so

                peers:
                  prefill: {slots: 512}
                  decode: {step: 30ms}
                links: {control: {rtt: 200us}, data: {bandwidth: 10Gbps}}

                requests:
                  - {id: hello, tokens: 16, source: prefill, consume: decode}
                  - {id: r1, at: 1s, tokens: 4096, produce: prefill, consume: decode}

                faults:
                  - {kill: prefill, after: write_ended at prefill, before: sent transfer_done}
                  - delay: {from: decode, to: prefill, type: fetch}
                    by: 1.5s
                    after: {event: write_ended, at: prefill, with: {request: r1}}
                    nth: 2
                    before: sent transfer_done
                    for: 5s

                expect:
                  - {load: r1, ends: failed, within: 1s}
                  - {request: r1, finishes: by_local_prefill}

                under:
                  vllm-2026-08: {breaks: [I2], why: it lets go of its slots}
                  vllm-2026-10: same
                """;
        Scenario scenario = read(file, "x");
        assertThat(ScenarioWriter.write(
                        scenario.world(), HARDENED, new Extras(List.of(), List.of(), Long.MAX_VALUE, scenario.why())))
                .isEqualTo(file);
    }

    @Test
    void refusesWhatTheFormatHasNoWordsFor() {
        World world = World.called("x")
                .about("x")
                .requests(RequestSpec.local(
                        "r", 0, Prompt.of("w", 16).then("v", 1).then("w", 3), "p"))
                .build();
        assertThatThrownBy(() -> ScenarioWriter.write(world, HARDENED, Extras.NONE))
                .isInstanceOf(UnwritableException.class)
                .hasMessageContaining("'w' would be given twice");
    }

    private static Scenario read(String text, String name) {
        return new ScenarioReader(List.of())
                .read(Source.of(name + ".yaml", text), name, name)
                .get(0);
    }

    private static Map<String, Object> rows(Profile profile) {
        Map<String, Object> rows = new LinkedHashMap<>();
        Rows.all().forEach(row -> rows.put(row.name(), String.valueOf(profile.value(row))));
        return rows;
    }
}
