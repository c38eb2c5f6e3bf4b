package io.kvdrill.sim.run;

import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.workload.RoutePlanner;
import io.kvdrill.sim.workload.SessionScript;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.Retries;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request of a workload, with all attempts of the router to get it answered. */
final class Turn {
    private static final EventLabel TIMEOUT = new EventLabel("attempt_times_out", "");
    private static final EventLabel RETRY = new EventLabel("retry", "");
    private static final EventLabel IMPATIENCE = new EventLabel("client_gives_up", "");

    private final WorkloadSpec spec;
    private final String id;
    private final SessionScript.Turn asked;
    private final RoutePlanner planner;
    private final Kernel kernel;
    private final Router router;
    private final Consumer<Boolean> onEnd;
    private final List<String> attempts = new ArrayList<>();
    private final Set<String> tried = new LinkedHashSet<>();
    private long arrived;
    private long ended = -1;
    private @Nullable Finish finish;

    /**
     * A request.
     *
     * @param onEnd told once whether it was answered
     */
    Turn(
            WorkloadSpec spec,
            String id,
            SessionScript.Turn asked,
            RoutePlanner planner,
            Kernel kernel,
            Router router,
            Consumer<Boolean> onEnd) {
        this.spec = spec;
        this.id = id;
        this.asked = asked;
        this.planner = planner;
        this.kernel = kernel;
        this.router = router;
        this.onEnd = onEnd;
    }

    /** Its client sends it. */
    void arrive() {
        arrived = kernel.nowNanos();
        Long patience = spec.clientGivesUpAfterNanos();
        if (patience != null) {
            kernel.after(patience, IMPATIENCE, this::giveUp);
        }
        attempt();
    }

    /** What became of it. */
    RequestOutcome outcome() {
        RequestOutcome last = router.outcome(attempts.get(attempts.size() - 1));
        long computed = 0;
        long produced = 0;
        for (String attempt : attempts) {
            RequestOutcome each = router.outcome(attempt);
            computed += each.computedTokens();
            produced += each.producedTokens();
        }
        return new RequestOutcome(
                id,
                arrived,
                last.firstTokenNanos(),
                ended,
                finish,
                last.remoteBlocks(),
                last.cachedBlocks(),
                computed,
                produced,
                spec.name(),
                attempts.size());
    }

    private void attempt() {
        if (finish != null) {
            return;
        }
        Retries retries = spec.retries();
        String attempt = attempts.isEmpty() ? id : id + "~" + (attempts.size() + 1);
        RequestSpec request = planner.request(
                attempt,
                kernel.nowNanos(),
                asked,
                retries.keepsKvRequestId() ? id : null,
                retries.elsewhere() ? tried : Set.of());
        attempts.add(attempt);
        note(request.consume());
        note(request.produce());
        note(request.source());
        Long timeout = retries.timeoutNanos();
        if (timeout != null) {
            kernel.after(timeout, TIMEOUT, () -> router.abandon(attempt));
        }
        router.send(request, () -> onAttemptEnded(attempt));
    }

    private void note(@Nullable String peer) {
        if (peer != null) {
            tried.add(peer);
        }
    }

    private void onAttemptEnded(String attempt) {
        if (finish != null) {
            return;
        }
        Finish how = router.outcome(attempt).finish();
        if (how == Finish.REMOTE_KV || how == Finish.LOCAL_PREFILL) {
            end(how);
        } else if (attempts.size() < spec.retries().attempts()) {
            kernel.after(spec.retries().delayNanos(), RETRY, this::attempt);
        } else {
            end(Finish.FAILED);
        }
    }

    private void giveUp() {
        if (finish == null) {
            end(Finish.GIVEN_UP);
            router.abandon(attempts.get(attempts.size() - 1));
        }
    }

    private void end(Finish how) {
        finish = how;
        ended = kernel.nowNanos();
        onEnd.accept(how == Finish.REMOTE_KV || how == Finish.LOCAL_PREFILL);
    }
}
