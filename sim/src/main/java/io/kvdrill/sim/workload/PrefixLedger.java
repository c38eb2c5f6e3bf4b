package io.kvdrill.sim.workload;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.world.Prompt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a router remembers of where it sent prompts: for each beginning, in whole segments, the peer that got it last. It
 * knows nothing of what the peers kept.
 */
public final class PrefixLedger {
    private record Beginning(Leg leg, List<Prompt.Segment> segments) {}

    private final Map<Beginning, String> last = new LinkedHashMap<>();

    /** A leg with this prompt was sent to a peer. */
    public void sent(Leg leg, Prompt prompt, String peer) {
        for (int length = 1; length <= prompt.segments().size(); length++) {
            last.put(beginning(leg, prompt, length), peer);
        }
    }

    /** The one of these peers that was last sent the longest beginning; null if none was sent any. */
    @Nullable String holder(Leg leg, Prompt prompt, List<String> among) {
        for (int length = prompt.segments().size(); length > 0; length--) {
            String peer = last.get(beginning(leg, prompt, length));
            if (peer != null && among.contains(peer)) {
                return peer;
            }
        }
        return null;
    }

    private static Beginning beginning(Leg leg, Prompt prompt, int length) {
        return new Beginning(leg, prompt.segments().subList(0, length));
    }
}
