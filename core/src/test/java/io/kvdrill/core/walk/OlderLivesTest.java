package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * Older incarnations change nothing (I8): a walk among which messages, acknowledgements and completions of lives that are
 * over are strewn does what the same walk does without them, event for event, and ends in the same state. What may differ
 * is what says so: that something was dropped, or an identity taken for a collision; and when the slots that an older
 * life's write read are free.
 */
class OlderLivesTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);
    private static final int SOON = 300;

    private static Arbitrary<List<Op>> arbitrary() {
        return OpArbitraries.walks(Arbitraries.frequencyOf(
                // A drain waits for the writes of former lives, too: it would take another time.
                Tuple.of(5, OpArbitraries.ops().filter(op -> !(op instanceof Ops.Drain))),
                Tuple.of(2, OlderOps.ops()),
                Tuple.of(1, OpArbitraries.peer().map(Ops.Restart::new)),
                Tuple.of(1, RoundStories.ops())));
    }

    @Provide
    Arbitrary<List<Op>> walks() {
        return arbitrary();
    }

    @Property(seed = SEED, tries = 300, shrinking = ShrinkingMode.OFF)
    void whatComesFromALifeThatIsOverChangesNothing(@ForAll("walks") List<Op> ops) {
        TwinWalks.check(HARDENED, ops, Alike::new);
    }

    /** Each of the rows that fence lives off is needed for that. */
    @Example
    void itDoesWhereWhatFencesLivesOffIsSetBack() {
        for (Row<?> row : List.of(Rows.INCARNATION, Rows.ROLE_BEFORE_CONNECT, Rows.ACK_BEFORE_CONNECT)) {
            assertThat(TwinWalks.firstDifference(
                            HARDENED.with(row, Preset.VLLM_2026_08), arbitrary(), SOON, Alike::new))
                    .as("a walk that shows %s set back", row)
                    .isPresent();
        }
    }

    /** Event for event, and then state for state. */
    private static final class Alike implements TwinWalks.Judge {
        private final Set<Long> oldTransfers = new LinkedHashSet<>();
        private final Set<Long> oldJobs = new LinkedHashSet<>();
        private final Map<Long, List<Long>> jobs = new LinkedHashMap<>();
        private int seenFirst;
        private int seenSecond;
        private int compared;

        @Override
        public void compare(Walk first, Walk second) {
            List<TraceEvent> one = first.bench.trace();
            List<TraceEvent> other = second.bench.trace();
            noteOld(first, one);
            assertThat(mattering(other.subList(seenSecond, other.size())))
                    .isEqualTo(mattering(one.subList(seenFirst, one.size())));
            seenFirst = one.size();
            seenSecond = other.size();
        }

        /** The writes that ran by a registration that was removed, and the jobs whose slots they read. */
        private void noteOld(Walk walk, List<TraceEvent> events) {
            walk.bench.data.writes().stream()
                    .filter(OlderOps::old)
                    .forEach(write -> oldTransfers.add(write.transfer()));
            for (TraceEvent event : events.subList(compared, events.size())) {
                if (event instanceof ServerEvent.WriteStarted write) {
                    jobs.put(write.transfer(), write.jobs());
                }
            }
            compared = events.size();
            oldTransfers.forEach(transfer -> oldJobs.addAll(jobs.getOrDefault(transfer, List.of())));
        }

        private List<TraceEvent> mattering(List<TraceEvent> events) {
            return events.stream().filter(this::matters).toList();
        }

        private boolean matters(TraceEvent event) {
            if (event instanceof ServerEvent.WriteEnded write) {
                return !oldTransfers.contains(write.transfer());
            }
            if (event instanceof ServerEvent.StoreSlotsReleased released) {
                return !oldJobs.contains(released.job());
            }
            if (event instanceof ManagerEvent.SlotsReported reported) {
                return !oldJobs.contains(reported.job());
            }
            return !(event instanceof SessionEvent.MessageDropped
                    || event instanceof SessionEvent.IdentityCollision
                    || (event instanceof SessionEvent.MessageReceived received && announces(received.message())));
        }

        /** Whether it was only received: what comes of it is compared. */
        private static boolean announces(Message message) {
            return message instanceof Message.Connect || message instanceof Message.ConnectAck;
        }

        @Override
        public void compareAtEnd(Walk first, Walk second) {
            for (Walk walk : List.of(first, second)) {
                walk.bench.data.holdFences(false);
                walk.bench.data.inFlight().stream()
                        .filter(OlderOps::old)
                        .forEach(write -> walk.bench.data.end(write, true));
                for (String peer : walk.bench.tier.peers()) { // so that all were active at the same time last
                    walk.bench.receive(peer, Peers.ack(peer, walk.epoch(peer)));
                }
                walk.bench.step();
                walk.bench.step();
            }
            assertThat(second.bench.tier.sizes()).isEqualTo(first.bench.tier.sizes());
            assertThat(second.digest()).isEqualTo(first.digest());
        }
    }
}
