package io.kvdrill.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.SlotView.State;
import io.kvdrill.sim.world.Prompt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine model against a tier that does what the test says (protocol.md section 8). */
class EngineTest {
    private static final int BLOCK = 16;
    private static final long SECOND = 1_000_000_000L;
    private static final long DECODE_STEP = 22_000_000L;
    private static final List<BlockKey> KEYS = new PromptKeys().of(Prompt.of("p", 64), "seed", BLOCK);

    private final FakeHost host = new FakeHost();
    private final FakeTier tier = new FakeTier();
    private Engine engine = engine(8);

    private Engine engine(int slots) {
        return new Engine(
                new EngineConfig(slots, 1 << 20, BLOCK, 1_000, 32, DECODE_STEP, 1L << 40), List.of(tier), host);
    }

    private static LegSpec leg(String id, int outputTokens) {
        return new LegSpec(id, Leg.CONSUME, id, new RequestContext(id, null), KEYS, 64, outputTokens);
    }

    private long step() {
        return engine.step(host.nowNanos);
    }

    /** Steps until the engine has nothing to compute, each step as long as it takes. */
    private void settle() {
        for (int i = 0; i < 50; i++) {
            long duration = step();
            host.advance(duration == 0 ? 1_000_000 : duration);
        }
    }

    private List<State> states() {
        return engine.slots().stream().map(SlotView::state).toList();
    }

    private void tierHasAll() {
        KEYS.forEach(key -> tier.answers.put(key, LookupOutcome.HIT));
    }

    @Test
    void aStepAsksInTheOrderOfSection8() {
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        assertThat(tier.calls)
                .containsExactly(
                        "new r1", "poll", "lookup", "lookup", "lookup", "lookup", "serve", "load 1", "schedule end");
    }

    @Test
    void aStepWithoutLookupsSweepsTheTierOnceAtItsEnd() {
        step();
        assertThat(tier.calls).containsExactly("poll", "serve", "schedule end");
    }

    @Test
    void aPromotionThatAPeersLookupBeginsStartsInTheSameStep() {
        FakeTier second = new FakeTier();
        second.answers.put(KEYS.get(0), LookupOutcome.HIT);
        engine = new Engine(
                new EngineConfig(8, 1 << 20, BLOCK, 1_000, 32, DECODE_STEP, 1L << 40), List.of(tier, second), host);
        RequestContext context = new RequestContext("p2p:peer:r1:lu1", null);
        List<LookupOutcome> answers = new ArrayList<>();
        tier.whenServing = parent -> {
            parent.newRequest(context);
            answers.add(parent.lookup(KEYS.get(0), context));
        };
        step();
        assertThat(answers).containsExactly(LookupOutcome.HIT_PENDING);
        assertThat(tier.calls).doesNotContain("lookup");
        assertThat(second.loads).hasSize(1);
    }

    @Test
    void aPromptIsComputedInChunksAndItsBlocksAreStoredOnceTheyReachedThePrimaryCache() {
        engine.submit(leg("r1", 1));
        assertThat(step()).isEqualTo(32 * SECOND / 1_000);
        assertThat(tier.stores).isEmpty();
        assertThat(states()).containsSubsequence(State.RESERVED, State.RESERVED, State.FREE);
        host.advance(32 * SECOND / 1_000);
        settle();
        assertThat(tier.stores).extracting(job -> job.keys().size()).containsExactly(2, 2);
        assertThat(host.results).containsExactly(new EngineHost.LegResult("r1", Leg.CONSUME, LegEnd.DONE, 0, 0, 64));
        assertThat(host.prefilled).containsExactly("r1");
    }

    @Test
    void theEndOfARequestIsForwardedOnlyOnceItsBlocksReachedThePrimaryCache() {
        engine.submit(leg("r1", 1));
        settle();
        assertThat(tier.calls.indexOf("finished r1")).isGreaterThan(tier.calls.indexOf("store 2"));
    }

    @Test
    void aLoadedRequestReadsItsBlocksAndComputesOneToken() {
        tierHasAll();
        engine.submit(leg("r1", 3));
        step();
        assertThat(states().subList(0, 4)).containsOnly(State.RESERVED);
        TransferJob load = tier.loads.get(0);
        for (int i = 0; i < 4; i++) {
            host.write(load.slots().get(i), load.keys().get(i));
        }
        tier.results.add(new JobFinished(load.id(), Direction.LOAD, true, false));
        settle();
        EngineEvent.BlocksRead read = host.events(EngineEvent.BlocksRead.class).get(0);
        assertThat(read.wanted()).isEqualTo(KEYS);
        assertThat(read.wrongSlots()).isEqualTo(SlotList.empty());
        assertThat(host.results).containsExactly(new EngineHost.LegResult("r1", Leg.CONSUME, LegEnd.DONE, 4, 4, 1));
        assertThat(states().subList(0, 4)).containsOnly(State.READY);
    }

    @Test
    void aWrongBlockIsNamedWhenItIsRead() {
        engine.warm(KEYS);
        host.content.put(2L, KEYS.get(0));
        engine.submit(leg("r1", 1));
        settle();
        EngineEvent.BlocksRead read = host.events(EngineEvent.BlocksRead.class).get(0);
        assertThat(read.wrongSlots()).isEqualTo(SlotList.of(2));
        assertThat(read.found()).containsExactly(KEYS.get(0).hex());
    }

    @Test
    void aFailedLoadFreesItsSlotsAndTheRequestIsComputedLocally() {
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        tier.answers.clear();
        tier.results.add(new JobFinished(1, Direction.LOAD, false, false));
        settle();
        assertThat(host.events(EngineEvent.RequestRescheduled.class)).hasSize(1);
        assertThat(host.results).containsExactly(new EngineHost.LegResult("r1", Leg.CONSUME, LegEnd.DONE, 0, 0, 64));
    }

    @Test
    void aPromptLargerThanTheCacheTakesWhatFitsAndComputesTheRest() {
        engine = engine(2);
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        TransferJob load = tier.loads.get(0);
        assertThat(load.keys()).isEqualTo(KEYS.subList(0, 2));
        assertThat(host.events(EngineEvent.PromotionSkipped.class)).hasSize(1);
        load.keys().forEach(key -> host.write(load.slots().get(load.keys().indexOf(key)), key));
        tier.results.add(new JobFinished(load.id(), Direction.LOAD, true, false));
        settle();
        assertThat(tier.loads).hasSize(1);
        assertThat(host.results).containsExactly(new EngineHost.LegResult("r1", Leg.CONSUME, LegEnd.DONE, 2, 2, 32));
    }

    @Test
    void heldSlotsAreQuarantinedUntilTheyAreReleased() {
        engine = engine(4);
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        tier.answers.clear();
        tier.results.add(new JobFinished(1, Direction.LOAD, false, true));
        settle();
        assertThat(states()).containsOnly(State.QUARANTINED);
        assertThat(host.events(EngineEvent.StoreSkipped.class)).isNotEmpty();
        assertThat(host.results).hasSize(1);
        tier.results.add(new SlotsReleased(1, Direction.LOAD, ReleaseProof.FENCED));
        step();
        assertThat(states()).containsOnly(State.FREE);
        assertThat(engine.jobs()).isEmpty();
    }

    @Test
    void aStoreIsPinnedUntilItsResult() {
        tier.storesSucceedAtOnce = false;
        engine.submit(leg("r1", 1));
        settle();
        assertThat(states().subList(0, 4)).containsOnly(State.PINNED);
        tier.results.add(new JobFinished(1, Direction.STORE, false, false));
        tier.results.add(new JobFinished(2, Direction.STORE, true, true));
        step();
        assertThat(states().subList(0, 4)).containsExactly(State.READY, State.READY, State.PINNED, State.PINNED);
        tier.results.add(new SlotsReleased(2, Direction.STORE, ReleaseProof.TRANSFERS_TERMINAL));
        step();
        assertThat(states().subList(0, 4)).containsOnly(State.READY);
    }

    @Test
    void aBlockLevelTierIsNotOfferedBlocksThatTheCacheHas() {
        engine.warm(KEYS);
        for (int i = 0; i < 4; i++) {
            host.content.put((long) i, KEYS.get(i));
        }
        engine.submit(leg("r1", 1));
        settle();
        assertThat(tier.stores).isEmpty();
    }

    @Test
    void aRequestLevelTierIsOfferedThem() {
        tier.policy = StorePolicy.REQUEST_LEVEL;
        engine.warm(KEYS);
        engine.submit(leg("r1", 1));
        settle();
        assertThat(tier.stores).hasSize(1);
        assertThat(tier.stores.get(0).keys()).isEqualTo(KEYS);
    }

    @Test
    void aRequestWaitsWhileATierAnswersRetry() {
        tier.answers.put(KEYS.get(1), LookupOutcome.RETRY);
        tier.answers.put(KEYS.get(0), LookupOutcome.RETRY);
        engine.submit(leg("r1", 1));
        step();
        step();
        assertThat(host.events(EngineEvent.RequestDeferred.class)).hasSize(1);
        assertThat(engine.openRequests()).containsExactly("r1");
        tier.answers.clear();
        settle();
        assertThat(host.results).hasSize(1);
    }

    @Test
    void anAbortedRequestLeavesAndItsLoadStillGetsItsResult() {
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        engine.abort("r1");
        step();
        assertThat(host.results).containsExactly(new EngineHost.LegResult("r1", Leg.CONSUME, LegEnd.ABORTED, 0, 0, 0));
        assertThat(tier.calls).contains("finished r1");
        tier.results.add(new JobFinished(1, Direction.LOAD, false, false));
        step();
        assertThat(states()).containsOnly(State.FREE);
    }

    @Test
    void aResultForAnUnknownJobEndsTheProcess() {
        tier.results.add(new JobFinished(9, Direction.LOAD, true, false));
        assertThatThrownBy(this::step)
                .isInstanceOf(EngineAssertion.class)
                .hasMessageContaining("load 9")
                .hasMessageContaining("unknown");
    }

    @Test
    void aSecondResultOfAJobEndsTheProcess() {
        tierHasAll();
        engine.submit(leg("r1", 1));
        step();
        tier.results.add(new JobFinished(1, Direction.LOAD, false, true));
        tier.results.add(new JobFinished(1, Direction.LOAD, false, false));
        assertThatThrownBy(this::step).isInstanceOf(EngineAssertion.class).hasMessageContaining("finished already");
    }

    @Test
    void aReleaseOfSlotsThatNobodyHoldsEndsTheProcess() {
        tier.results.add(new SlotsReleased(3, Direction.STORE, ReleaseProof.FENCED));
        assertThatThrownBy(this::step).isInstanceOf(EngineAssertion.class).hasMessageContaining("holds none");
    }

    @Test
    void theParentHandleIsValidOnlyWhileItsTierIsServed() {
        List<ParentTier> handles = new ArrayList<>();
        tier.whenServing = handles::add;
        step();
        RequestContext context = new RequestContext("p2p:x:y:lu1", null);
        assertThatThrownBy(() -> handles.get(0).newRequest(context)).isInstanceOf(EngineAssertion.class);
    }

    @Test
    void aPeersStoreJobPinsTheBlocksThatAreReady() {
        engine.warm(KEYS);
        RequestContext context = new RequestContext("p2p:x:y:lu1", null);
        List<TransferJob> jobs = new ArrayList<>();
        tier.whenServing = parent -> {
            if (jobs.isEmpty()) {
                parent.newRequest(context);
                jobs.add(parent.createStoreJob(KEYS.subList(0, 2), context));
            }
        };
        step();
        assertThat(jobs.get(0).keys()).isEqualTo(KEYS.subList(0, 2));
        assertThat(states().subList(0, 3)).containsExactly(State.PINNED, State.PINNED, State.READY);
        tier.results.add(new JobFinished(jobs.get(0).id(), Direction.STORE, true, false));
        step();
        assertThat(states().subList(0, 2)).containsOnly(State.READY);
    }

    @Test
    void aDecodingRequestTakesOneStepForEachToken() {
        engine.submit(leg("r1", 4));
        int decodes = 0;
        for (int i = 0; i < 20 && host.results.isEmpty(); i++) {
            long duration = step();
            decodes += duration == DECODE_STEP ? 1 : 0;
            host.advance(duration == 0 ? 1_000_000 : duration);
        }
        assertThat(decodes).isEqualTo(3);
    }
}
