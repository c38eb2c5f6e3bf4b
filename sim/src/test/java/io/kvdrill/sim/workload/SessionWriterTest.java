package io.kvdrill.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Amount;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SessionWriterTest {

    private static SessionWriter writer(WorkloadSpec spec, long seed) {
        return new SessionWriter(spec, new RandomStreams(seed));
    }

    @Test
    void aPromptGrowsByItsAnswersAndQuestions() {
        PrefixPool pool = new PrefixPool("system", 1, Amount.fixed(1_024), 0);
        WorkloadSpec spec = Specs.of(pool, Amount.fixed(3), Amount.fixed(100), Amount.fixed(20));
        SessionScript session = writer(spec, 1).next();
        assertThat(session.turns()).extracting(turn -> turn.prompt().tokens()).containsExactly(1_124L, 1_244L, 1_364L);
        assertThat(session.turns().get(1).prompt())
                .isEqualTo(Prompt.of("system.0", 1_024)
                        .then("w.0.0", 100)
                        .then("w.0.0.answer", 20)
                        .then("w.0.1", 100));
        assertThat(session.turns()).allMatch(turn -> turn.thinkNanos() == 5 && turn.answerTokens() == 20);
    }

    @Test
    void sessionsShareNothingButTheirPool() {
        SessionWriter writer = writer(Specs.of(null, Amount.fixed(1), Amount.fixed(64), Amount.fixed(1)), 1);
        assertThat(writer.next().turns().get(0).prompt()).isEqualTo(Prompt.of("w.0.0", 64));
        assertThat(writer.next().turns().get(0).prompt()).isEqualTo(Prompt.of("w.1.0", 64));
    }

    @Test
    void popularPrefixesAreDrawnMoreOftenTheMoreSkewedTheirPoolIs() {
        Map<String, Integer> even = counts(new PrefixPool("p", 8, Amount.fixed(16), 0));
        Map<String, Integer> skewed = counts(new PrefixPool("p", 8, Amount.fixed(16), 1));
        assertThat(even).hasSize(8);
        assertThat(even.values()).allMatch(times -> times > 400 && times < 600);
        // Zipf's law over eight: the first has 1 / (1 + 1/2 + ... + 1/8) = 36.8 % of 4,000, the second half of that.
        assertThat(skewed.get("p.0")).isBetween(1_370, 1_570);
        assertThat(skewed.get("p.1")).isBetween(660, 810);
    }

    private static Map<String, Integer> counts(PrefixPool pool) {
        SessionWriter writer = writer(Specs.of(pool, Amount.fixed(1), Amount.fixed(1), Amount.fixed(1)), 5);
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < 4_000; i++) {
            counts.merge(writer.next().turns().get(0).prompt().segments().get(0).text(), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void aPrefixHasOneLengthWhoeverDrawsIt() {
        PrefixPool pool = new PrefixPool("p", 4, new Amount.Uniform(100, 1_000_000), 0);
        WorkloadSpec one = Specs.of(pool, Amount.fixed(1), Amount.fixed(1), Amount.fixed(1));
        WorkloadSpec other = Specs.of(pool, Amount.fixed(2), new Amount.Uniform(1, 9), Amount.fixed(3));
        Map<String, Integer> lengths = new TreeMap<>();
        for (WorkloadSpec spec : new WorkloadSpec[] {one, other}) {
            SessionWriter writer = writer(spec, 9);
            for (int i = 0; i < 50; i++) {
                Prompt.Segment prefix =
                        writer.next().turns().get(0).prompt().segments().get(0);
                assertThat(lengths.computeIfAbsent(prefix.text(), text -> prefix.tokens()))
                        .isEqualTo(prefix.tokens());
            }
        }
        assertThat(lengths).hasSize(4);
        assertThat(lengths.values()).doesNotHaveDuplicates();
    }

    @Test
    void lengthsFollowTheirDistribution() {
        Amount spread = new Amount.LogNormal(1_000, 8_000);
        SessionWriter writer = writer(Specs.of(null, Amount.fixed(1), spread, new Amount.Uniform(10, 20)), 2);
        int below = 0;
        int above = 0;
        for (int i = 0; i < 10_000; i++) {
            SessionScript.Turn turn = writer.next().turns().get(0);
            assertThat(turn.answerTokens()).isBetween(10, 20);
            assertThat(turn.prompt().tokens()).isBetween(1L, 32_000L);
            below += turn.prompt().tokens() < 1_000 ? 1 : 0;
            above += turn.prompt().tokens() > 8_000 ? 1 : 0;
        }
        assertThat(below).isBetween(4_800, 5_200);
        assertThat(above).isBetween(70, 130);
    }
}
