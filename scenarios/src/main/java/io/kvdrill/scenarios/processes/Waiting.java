package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.run.RequestOutcome;
import java.util.ArrayList;
import java.util.List;

/** What keeps a run of real processes from its end. */
final class Waiting {
    private static final int MOST = 3;

    private Waiting() {}

    /**
     * For people: {@code waits for r1, and for prefill, which has requests, jobs or slots in use}.
     *
     * @param toComeNanos when the next event of the world is to come; negative for none
     */
    static String forText(long toComeNanos, List<RequestOutcome> requests, List<RealPeer> peers, long nowNanos) {
        List<String> texts = new ArrayList<>();
        List<String> open = requests.stream()
                .filter(request -> request.arrivedNanos() >= 0 && request.finish() == null)
                .map(RequestOutcome::request)
                .toList();
        if (!open.isEmpty()) {
            boolean few = open.size() <= MOST;
            texts.add(few ? "for " + String.join(", ", open) : "for " + Texts.counted(open.size(), "request"));
        }
        for (RealPeer peer : peers) {
            Report.Step step = peer.lastStep();
            if (step == null || !peer.alive() || peer.paused() || step.open() == 0) {
                continue;
            }
            String deadline = step.deadlineNanos() < 0
                    ? ""
                    : " (its next deadline is in "
                            + Texts.about(Math.max(0, step.nanos() + step.deadlineNanos() - nowNanos)) + ")";
            texts.add("for " + peer.spec().name() + ", which has requests, jobs or slots in use" + deadline);
        }
        if (texts.isEmpty()) {
            texts.add(
                    toComeNanos < 0
                            ? "for nothing to happen any more"
                            : "for what comes at " + Texts.about(toComeNanos) + " in the scenario");
        }
        return "waits " + String.join(", and ", texts);
    }
}
