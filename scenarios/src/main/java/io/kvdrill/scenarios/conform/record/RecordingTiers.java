package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Reference;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.run.TierSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tiers whose lives are written down as vectors. What vectors have no words for is taken from the tiers, so that a run of
 * them is not in all things the run that it would be: their clocks show whole milliseconds, registering takes them no time
 * (their threads stand still instead), they draw the random numbers that a replay draws, and their data planes can do what
 * the doubles of FORMAT.md can.
 */
public final class RecordingTiers implements TierFactory {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LARGEST = 1L << 53; // what a vector holds exactly
    private static final Map<Row<Long>, String> TIMES = times();
    private static final Map<Row<Long>, String> AMOUNTS = amounts();
    /** What a replay draws from. */
    private static final long SEED = 1;

    private record Life(String peer, int number, VectorConfig config, Script script, Steps steps) {}

    private final TierFactory inner;
    private final List<Life> lives = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    /** Of these tiers. */
    public RecordingTiers(TierFactory inner) {
        this.inner = inner;
    }

    private static Map<Row<Long>, String> times() {
        Map<Row<Long>, String> times = new LinkedHashMap<>();
        times.put(Rows.UNBOUND_STORE_TIMEOUT, "unbound_store_timeout_ms");
        times.put(Rows.REAPED_ID_RETENTION, "reaped_retention_ms");
        times.put(Rows.IDLE_TIMEOUT, "idle_timeout_ms");
        return times;
    }

    private static Map<Row<Long>, String> amounts() {
        Map<Row<Long>, String> amounts = new LinkedHashMap<>();
        amounts.put(Rows.MAX_PEERS, "max_peers");
        amounts.put(Rows.IDLE_REAP_HEADROOM, "idle_headroom");
        return amounts;
    }

    @Override
    public SecondaryTier create(TierSettings settings) {
        Script script = new Script();
        Steps steps = new Steps(script);
        VectorConfig config = config(settings, script);
        int number = counts.merge(settings.localId(), 1, Integer::sum);
        lives.add(new Life(settings.localId(), number, config, script, steps));
        RecordingControl control = new RecordingControl(settings.control(), script);
        RecordingData data = new RecordingData(settings.data(), script, config);
        SecondaryTier tier = inner.create(new TierSettings(
                settings.localId(),
                settings.rules(),
                control,
                data,
                settings.trace(),
                settings.hashSeed(),
                settings.fingerprint(),
                new SplittableRandom(SEED)::nextLong,
                settings.failureDomain()));
        return new RecordingTier(tier, script, steps, control, data);
    }

    private static VectorConfig config(TierSettings settings, Script script) {
        MemoryRegion region = settings.data().region();
        for (long number : List.of(region.baseAddress(), region.blockCount(), region.blockBytes())) {
            if (number < 0 || number > LARGEST) {
                script.cannot("a memory region with numbers above 2^53");
            }
        }
        ObjectNode config = JsonNodeFactory.instance
                .objectNode()
                .put("local", settings.localId())
                .put("block_len", region.blockBytes())
                .put("num_blocks", region.blockCount())
                .put("base_addr", region.baseAddress())
                .put("hash_seed", settings.hashSeed())
                .put("fingerprint", settings.fingerprint())
                .put("agent_metadata", region.agentMetadata().hex());
        Profile profile = settings.rules().profile();
        TIMES.forEach((row, name) -> {
            long nanos = Objects.requireNonNullElse(profile.value(row), Profile.NO_LIMIT);
            if (!isSet(profile, row)) {
                return;
            }
            if (nanos == Profile.NO_LIMIT) {
                if (row.equals(Rows.IDLE_TIMEOUT)) {
                    config.put(name, 0);
                }
            } else if (nanos % NANOS_PER_MILLI == 0) {
                config.put(name, nanos / NANOS_PER_MILLI);
            }
        });
        AMOUNTS.forEach((row, name) -> {
            Long value = profile.value(row);
            if (isSet(profile, row) && value != null) {
                config.put(name, value);
            }
        });
        return VectorConfig.with(config);
    }

    private static boolean isSet(Profile profile, Row<?> row) {
        return !Objects.equals(profile.value(row), row.value(profile.base()));
    }

    /** What a vector of a profile says that it was recorded from. */
    public static Reference reference(Profile profile) {
        return profile.base() == Preset.VLLM_2026_08 ? Reference.AUGUST : Reference.OCTOBER;
    }

    /**
     * The lives so far, in the order in which they began.
     *
     * @param run what the run is called
     * @param names what peers are called, by their ids
     * @param profile of the run
     */
    public List<RecordedLife> lives(String run, Map<String, String> names, Profile profile) {
        List<RecordedLife> recorded = new ArrayList<>();
        for (Life life : lives) {
            life.steps().end();
            String peer = names.getOrDefault(life.peer(), life.peer());
            ConformanceVector vector = new ConformanceVector(
                    "",
                    0,
                    run + ", " + peer + ", life " + life.number(),
                    "The tier of " + peer + " in a run of " + run + " under " + profile.name(),
                    reference(profile),
                    life.config(),
                    List.of(),
                    ConformanceVector.NO_DEFECT,
                    life.steps().all());
            recorded.add(new RecordedLife(
                    life.peer(),
                    life.number(),
                    vector,
                    life.steps().quiet(),
                    life.script().end()));
        }
        return recorded;
    }
}
