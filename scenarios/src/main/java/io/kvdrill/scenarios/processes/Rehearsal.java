package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;

/**
 * Runs the engine and the tier in a small simulated world before the first real request, so that this one does not wait
 * for classes to be loaded and code to be compiled.
 */
final class Rehearsal {
    private static final long SECOND = 1_000_000_000L;
    private static final int REQUESTS = 8;

    private Rehearsal() {}

    static void run(NodeSettings settings) {
        World world = World.called("rehearsal")
                .peers(PeerSpec.of("prefill", "10.0.0.1"), PeerSpec.of("decode", "10.0.0.2"))
                .requests(requests())
                .build();
        new SimulatedRun(
                        world,
                        settings.profile(),
                        RunOptions.of(1, TierFactory.own()).keeping(Keep.FINGERPRINT))
                .run();
    }

    private static RequestSpec[] requests() {
        RequestSpec[] requests = new RequestSpec[2 * REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            String name = "r" + i;
            requests[2 * i] = RequestSpec.pd(name, i * SECOND, Prompt.of(name, 1_024), "prefill", "decode");
            String later = "s" + i;
            requests[2 * i + 1] =
                    RequestSpec.symmetric(later, i * SECOND + SECOND / 2, Prompt.of(name, 1_024), "prefill", "decode");
        }
        return requests;
    }
}
