package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.kernel.HostEvent;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which parts of the configuration bounded a run: what the slowest answer waited for, and what ran out. */
final class Limits {
    private static final String OPEN = " sessions are open, the maximum";

    private final PeerNames peers;
    private final Map<String, Long> times = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();

    private Limits(PeerNames peers) {
        this.peers = peers;
    }

    /** The slowest answer's first, then what ran out, in the order in which it did. */
    static List<RunReport.Limit> of(RunResult result, PeerNames peers) {
        List<RunReport.Limit> limits = new ArrayList<>();
        SlowestAnswer.of(result, peers).ifPresent(limits::add);
        Limits seen = new Limits(peers);
        for (TraceEntry entry : result.trace().entries()) {
            seen.see(entry.peer(), entry.event());
        }
        seen.times.forEach((setting, count) -> limits.add(new RunReport.Limit(
                setting, seen.texts.get(setting) + " " + Texts.counted(count, "time") + ": " + setting)));
        return limits;
    }

    private void see(String at, TraceEvent event) {
        String name = peers.of(at);
        if (event instanceof EngineEvent.StoreSkipped || event instanceof EngineEvent.PromotionSkipped) {
            ranOut("peers." + name + ".slots", name + " had no free slots");
        } else if (event instanceof SessionEvent.DialRefused refused
                && refused.reason().contains(OPEN)) {
            ranOut("profile.max_peers", "a dial was refused for too many sessions");
        } else if (event instanceof NetworkEvent.QueueOverflowed
                || (event instanceof HostEvent.HostBlocked blocked
                        && blocked.reason().startsWith("control send"))) {
            ranOut("links.control.high_water_mark", "a queue of messages was full");
        }
    }

    private void ranOut(String setting, String text) {
        texts.putIfAbsent(setting, text);
        times.merge(setting, 1L, Long::sum);
    }
}
