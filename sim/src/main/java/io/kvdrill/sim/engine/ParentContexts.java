package io.kvdrill.sim.engine;

import io.kvdrill.core.tier.RequestContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests that tiers have opened with the engine on behalf of peers, and not ended yet. */
final class ParentContexts {
    private final Map<RequestContext, Integer> open = new LinkedHashMap<>();
    private int strayEnds;

    void begin(RequestContext context) {
        open.merge(context, 1, Integer::sum);
    }

    void end(RequestContext context) {
        Integer count = open.get(context);
        if (count == null) {
            strayEnds++;
        } else if (count == 1) {
            open.remove(context);
        } else {
            open.put(context, count - 1);
        }
    }

    /** How many are open. */
    int open() {
        return open.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How often one was ended that was not open. */
    int strayEnds() {
        return strayEnds;
    }
}
