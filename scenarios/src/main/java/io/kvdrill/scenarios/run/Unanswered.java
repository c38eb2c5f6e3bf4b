package io.kvdrill.scenarios.run;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Expectation.Finish;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Why requests were not answered: which engine died on them, or how long their clients waited. */
final class Unanswered {
    private record Death(long nanos, String peer, String how) {}

    private final PeerNames peers;
    private final List<Death> deaths = new ArrayList<>();
    private final Map<String, Set<String>> engines = new LinkedHashMap<>();

    Unanswered(List<TraceEntry> entries, PeerNames peers) {
        this.peers = peers;
        entries.forEach(this::see);
    }

    private void see(TraceEntry entry) {
        long at = entry.worldNanos();
        if (entry.event() instanceof EngineEvent.RequestEntered entered) {
            engines.computeIfAbsent(listed(entered.request()), first -> new LinkedHashSet<>())
                    .add(entry.peer());
        } else if (entry.event() instanceof FaultEvent.ProcessKilled killed) {
            deaths.add(new Death(at, killed.peer(), "was killed"));
        } else if (entry.event() instanceof EngineEvent.EngineCrashed crashed) {
            deaths.add(new Death(at, entry.peer(), "crashed: " + crashed.reason()));
        } else if (entry.event() instanceof EngineEvent.ShutdownBegan) {
            deaths.add(new Death(at, entry.peer(), "shut down"));
        }
    }

    /** Attempts of a retried request are named after it. */
    private static String listed(String request) {
        int attempt = request.lastIndexOf('~');
        return attempt < 0 ? request : request.substring(0, attempt);
    }

    /** Why, in words; for one that ended otherwise, or did not end, nothing is known. */
    String why(RequestOutcome outcome) {
        if (outcome.finish() == Finish.GIVEN_UP) {
            return "its client gave up after " + Texts.duration(outcome.endedNanos() - outcome.arrivedNanos());
        }
        Set<String> own = engines.getOrDefault(outcome.request(), Set.of());
        for (int i = deaths.size() - 1; i >= 0; i--) {
            Death death = deaths.get(i);
            if (own.contains(death.peer()) && death.nanos() <= outcome.endedNanos()) {
                return peers.of(death.peer()) + " " + peers.inText(death.how()) + " at " + Texts.seconds(death.nanos());
            }
        }
        return own.isEmpty() ? "no engine that it was sent to ran" : "an engine that it was sent to did not run";
    }
}
