package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.FaultSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When things happened in a failing run, so that they can be told to happen then. */
final class Sighting {
    private final RunResult result;
    private final Map<String, Long> struck = new LinkedHashMap<>();
    private final Map<String, Long> ended = new LinkedHashMap<>();
    private @Nullable Long healed;

    /** Of a run that kept its trace. */
    Sighting(RunResult result) {
        this.result = result;
        for (TraceEntry entry : result.trace().entries()) {
            if (entry.event() instanceof FaultEvent.FaultStruck strike) {
                struck.put(strike.fault(), entry.worldNanos());
            } else if (entry.event() instanceof FaultEvent.FaultEnded end) {
                ended.put(end.fault(), entry.worldNanos());
            } else if (entry.event() instanceof FaultEvent.WorldHealed) {
                healed = entry.worldNanos();
            }
        }
    }

    /** The run. */
    RunResult result() {
        return result;
    }

    /** When the fault at this place in the world's list struck; null if it did not. */
    @Nullable Long struckNanos(int place) {
        return struck.get(name(place));
    }

    /** When it ended; null if it did not. */
    @Nullable Long endedNanos(int place) {
        return ended.get(name(place));
    }

    /** When the request at this place arrived; null if it did not. */
    @Nullable Long arrivedNanos(int place) {
        String id = result.world().requests().get(place).id();
        for (RequestOutcome outcome : result.requests()) {
            if (outcome.request().equals(id) && outcome.arrivedNanos() >= 0) {
                return outcome.arrivedNanos();
            }
        }
        return null;
    }

    /** When the world healed; null if it did not. */
    @Nullable Long healedNanos() {
        return healed;
    }

    private String name(int place) {
        FaultSpec spec = result.world().faults().get(place);
        String name = spec.name();
        return name == null ? "faults[" + place + "]" : name;
    }
}
