package io.kvdrill.sim.run;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;

/** Who is told what becomes of the legs of requests. */
public interface Clients {

    /** The prompt of a leg is computed. */
    void onPrefillDone(String request, Leg leg);

    /** A leg has ended, or its peer has. */
    void onLegEnded(LegResult result);
}
