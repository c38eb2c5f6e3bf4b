package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import java.util.ArrayList;
import java.util.List;

/** Tells the trace and the host what becomes of legs. */
final class LegBook {
    private final EngineHost host;

    LegBook(EngineHost host) {
        this.host = host;
    }

    void entered(LegSpec leg) {
        host.trace()
                .emit(new EngineEvent.RequestEntered(
                        leg.request(), leg.engineRequest(), leg.leg(), leg.kvRequest(), leg.promptTokens()));
    }

    void neverEntered(LegSpec leg, LegEnd end) {
        host.trace().emit(new EngineEvent.RequestLeft(leg.request(), leg.engineRequest(), leg.leg(), end, 0, 0, 0, 0));
        host.onLegEnded(new EngineHost.LegResult(leg.request(), leg.leg(), end, 0, 0, 0));
    }

    void scheduled(EngineRequest request, long nowNanos) {
        host.trace()
                .emit(new EngineEvent.RequestScheduled(
                        request.spec.engineRequest(),
                        request.cachedBlocks,
                        request.remoteBlocks,
                        request.tokensToCompute,
                        nowNanos - request.enteredNanos));
    }

    /** The GPU has read these blocks: says which of the slots did not hold what they should. */
    void read(EngineRequest request, List<BlockKey> keys, SlotList slots) {
        List<Long> wrong = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            long slot = slots.get(i);
            if (!host.memory().holds(slot, keys.get(i))) {
                wrong.add(slot);
                found.add(host.memory().describe(slot));
            }
        }
        host.trace()
                .emit(new EngineEvent.BlocksRead(request.spec.engineRequest(), slots, keys, SlotList.of(wrong), found));
    }

    void prefillDone(EngineRequest request) {
        host.trace().emit(new EngineEvent.PrefillDone(request.spec.engineRequest(), request.tokensComputed));
        host.onPrefillDone(request.spec.request(), request.spec.leg());
    }

    void left(EngineRequest request, LegEnd end, long nowNanos) {
        LegSpec leg = request.spec;
        host.trace()
                .emit(new EngineEvent.RequestLeft(
                        leg.request(),
                        leg.engineRequest(),
                        leg.leg(),
                        end,
                        request.remoteBlocks,
                        request.cachedBlocks,
                        request.tokensComputed,
                        nowNanos - request.enteredNanos));
        host.onLegEnded(new EngineHost.LegResult(
                leg.request(), leg.leg(), end, request.remoteBlocks, request.cachedBlocks, request.tokensComputed));
    }
}
