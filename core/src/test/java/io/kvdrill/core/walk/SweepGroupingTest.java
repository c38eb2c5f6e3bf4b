package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * Two tiers that are given the same inputs in any legal grouping of polls reach the same results: each job's, the messages
 * to each peer about each request in their order, and the state. {@link SweepOps} says what is legal.
 */
class SweepGroupingTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);
    private static final int SOON = 300;

    private static Arbitrary<List<Op>> arbitrary() {
        return OpArbitraries.walks(Arbitraries.frequencyOf(
                Tuple.of(4, OpArbitraries.ops().filter(op -> !(op instanceof Ops.EndWrite))),
                Tuple.of(3, SweepOps.ops()),
                Tuple.of(1, RoundStories.ops())));
    }

    @Provide
    Arbitrary<List<Op>> walks() {
        return arbitrary();
    }

    @Property(seed = SEED, tries = 300, shrinking = ShrinkingMode.OFF)
    void theSameInputsInOneSweepOrInSeveralReachTheSameResults(@ForAll("walks") List<Op> ops) {
        TwinWalks.check(HARDENED, ops, Alike::new);
    }

    /** A peer that reconnects in the sweep that finds its session dead is lost where that row is set back. */
    @Example
    void theyDoNotWhereAReconnectMayBeTakenForADuplicate() {
        Profile august = HARDENED.with(Rows.RECONNECT_IN_DEATH_SWEEP, Preset.VLLM_2026_08);
        assertThat(TwinWalks.firstDifference(august, arbitrary(), SOON, Alike::new))
                .isPresent();
    }

    private record Topic(String peer, String request) {}

    private static final class Alike implements TwinWalks.Judge {
        @Override
        public void compare(Walk first, Walk second) {
            assertThat(results(second)).isEqualTo(results(first));
            assertThat(sent(second)).isEqualTo(sent(first));
            assertThat(second.bench.tier.sizes()).isEqualTo(first.bench.tier.sizes());
            assertThat(second.digest()).isEqualTo(first.digest());
        }

        @Override
        public void compareAtEnd(Walk first, Walk second) {
            compare(first, second);
        }

        /** What the engine was told of each job. */
        private static Map<Long, List<TraceEvent>> results(Walk walk) {
            Map<Long, List<TraceEvent>> byJob = new LinkedHashMap<>();
            for (TraceEvent event : walk.bench.trace()) {
                if (event instanceof ManagerEvent.JobReported job) {
                    byJob.computeIfAbsent(job.job(), first -> new ArrayList<>()).add(job);
                } else if (event instanceof ManagerEvent.SlotsReported slots) {
                    byJob.computeIfAbsent(slots.job(), first -> new ArrayList<>())
                            .add(slots);
                }
            }
            return byJob;
        }

        /** What was sent to each peer about each request, and about its session. */
        private static Map<Topic, List<Message>> sent(Walk walk) {
            Map<Topic, List<Message>> byTopic = new LinkedHashMap<>();
            for (TraceEvent event : walk.bench.trace()) {
                if (event instanceof SessionEvent.MessageSent sent) {
                    Message message = sent.message();
                    String request = message instanceof Message.RequestMessage about ? about.request() : "";
                    byTopic.computeIfAbsent(new Topic(sent.peer(), request), first -> new ArrayList<>())
                            .add(message);
                }
            }
            return byTopic;
        }
    }
}
