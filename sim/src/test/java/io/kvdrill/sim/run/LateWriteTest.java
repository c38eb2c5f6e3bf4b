package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import org.junit.jupiter.api.Test;

/**
 * Field case F87 with its numbers: a write of 31 pages (slots 14 to 44) takes from 878.80 s to 884.80 s; its load is
 * aborted meanwhile, and 32 pages, those among them, are handed to the next request at 881.31 s.
 */
class LateWriteTest {
    private static final Prompt DONOR = Prompt.of("donor", 31 * 16);
    private static final Prompt VICTIM = Prompt.of("victim", 32 * 16);
    private static final long WRITE_BEGINS = 878_800 * MILLI;
    /** The load is 30 s old at 880.30 s: between the write's begin and the reuse of its pages. */
    private static final long LOAD_BEGINS = 850_300 * MILLI;

    private static final long PAGES_HANDED_OUT = 881_310 * MILLI;

    private static World world() {
        return World.called("late-write")
                .peers(
                        PeerSpec.of("prefill", "10.0.0.1"),
                        PeerSpec.of("decode", "10.0.0.2").withSlots(45))
                .warm("decode", Prompt.of("earlier", 14 * 16))
                .requests(
                        RequestSpec.symmetric("hello", 0, Prompt.of("short", 15), "prefill", "decode"),
                        RequestSpec.pd("donor", SECOND, DONOR, "prefill", "decode")
                                .dispatched(new Dispatch.Legs(
                                        Moment.at(WRITE_BEGINS - 20 * MILLI), Moment.at(LOAD_BEGINS))),
                        RequestSpec.local("victim", PAGES_HANDED_OUT, VICTIM, "decode"),
                        RequestSpec.local("reader", 886 * SECOND, VICTIM, "decode"))
                .fault(
                        Moment.at(0),
                        new Fault.Writes(
                                new Fault.WriteMatch("prefill", "decode", 1), Fault.WriteFate.SLOW, 6 * SECOND))
                .expect(
                        new Expectation.LoadEnds("donor", 1, false, Span.within(31 * SECOND), null),
                        new Expectation.RequestFinishes("donor", Finish.LOCAL_PREFILL, Span.ANY),
                        new Expectation.RequestFinishes("victim", Finish.LOCAL_PREFILL, Span.within(SECOND)))
                .build();
    }

    private static long wrongBlocks(RunResult result) {
        return events(result, EngineEvent.BlocksRead.class).stream()
                .mapToLong(read -> read.wrongSlots().size())
                .sum();
    }

    @Test
    void theWriteLandsOverSixSecondsInTheSlotsOfTheField() {
        RunResult result = run(world(), Preset.VLLM_2026_08);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        FabricEvent.WritePosted write =
                events(result, FabricEvent.WritePosted.class).get(0);
        assertThat(write.remote().get(0)).isEqualTo(14);
        assertThat(write.remote().get(30)).isEqualTo(44);
        long landed = result.trace().entries().stream()
                .filter(entry -> entry.event() instanceof FabricEvent.TransferLanded)
                .findFirst()
                .orElseThrow()
                .worldNanos();
        assertThat(landed).isBetween(WRITE_BEGINS + 5_990 * MILLI, WRITE_BEGINS + 6_010 * MILLI);
    }

    @Test
    void underTheRulesOfAugustTheNextRequestReadsForeignBlocks() {
        RunResult result = run(world(), Preset.VLLM_2026_08);
        assertThat(wrongBlocks(result)).isGreaterThan(0);
        assertThat(result.request("victim").finish()).isEqualTo(Finish.LOCAL_PREFILL);
    }

    @Test
    void hardenedRulesHoldTheSlotsUntilNothingCanLand() {
        RunResult result = run(world(), Preset.HARDENED);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(wrongBlocks(result)).isZero();
        assertThat(events(result, EngineEvent.SlotsQuarantined.class)).isNotEmpty();
        assertThat(events(result, EngineEvent.QuarantineLifted.class)).isNotEmpty();
    }
}
