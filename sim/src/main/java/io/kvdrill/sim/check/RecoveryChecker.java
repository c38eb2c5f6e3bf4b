package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.fault.FaultEvent.WorldHealed;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.PeerSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * I14: after healing, once the longest timeout and two steps have passed, sessions between compatible peers become ready,
 * dials are not put off any more, new loads do not fail for their session, and new requests are answered.
 */
final class RecoveryChecker extends LawChecker {
    /** How loads fail that do so for their session's sake; other ends are those of requests and producers. */
    private static final List<String> NO_RECOVERY = List.of(
            "connection lost",
            "handshake not complete",
            "lookups of request",
            "abort of request",
            "send failed",
            "write ",
            "registration failed");

    private static final class Table {
        final Map<Long, Long> newLoads = new LinkedHashMap<>();
        final Map<String, Opened> unready = new LinkedHashMap<>();
    }

    private record Opened(long sequence, long nanos) {}

    private final PerSite<Table> tables = perLife(site -> new Table());
    private long healedSequence;
    private long healedNanos = -1;

    RecoveryChecker() {
        super(Law.I14);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(WorldHealed.class, (site, event, entry) -> {
            healedSequence = entry.sequence();
            healedNanos = entry.worldNanos();
        });
        listeners.on(
                SessionOpened.class,
                (site, event, entry) ->
                        tables.of(site).unready.put(event.peer(), new Opened(entry.sequence(), entry.worldNanos())));
        listeners.on(SessionReady.class, (site, event, entry) -> {
            tables.of(site).unready.remove(event.peer());
            checked(recovered(entry.worldNanos()));
        });
        listeners.on(SessionClosed.class, this::onClosed);
        listeners.on(DialRefused.class, this::onRefused);
        listeners.on(LoadStarted.class, (site, event, entry) -> {
            if (recovered(entry.worldNanos())) {
                tables.of(site).newLoads.put(event.job(), entry.sequence());
            }
        });
        listeners.on(LoadEnded.class, this::onLoadEnded);
    }

    /** Whether the world has healed and the time for recovery is over. */
    private boolean recovered(long nanos) {
        return healedNanos >= 0 && nanos >= healedNanos + recoveryNanos();
    }

    private long recoveryNanos() {
        return Math.max(board().limits().longestNanos(), board().limits().patienceNanos()) + 2 * longestStepNanos();
    }

    private long longestStepNanos() {
        long longest = 0;
        for (Site site : board().sites()) {
            PeerSpec spec = site.view().spec();
            longest = Math.max(longest, Math.max(site.longestStepNanos, spec.stepNanos()));
            longest = Math.max(longest, spec.idleTickNanos());
        }
        return longest;
    }

    /** Whether two peers could work together now. */
    private boolean couldWork(Site site, String peer) {
        Site other = board().find(peer);
        return other != null
                && other != site
                && other.judgeable()
                && !site.crippled
                && !other.crippled
                && !board().incompatible(site, other);
    }

    private void onClosed(Site site, SessionClosed event, TraceEntry entry) {
        Opened unready = tables.of(site).unready.remove(event.peer());
        if (unready == null || !recovered(unready.nanos()) || !couldWork(site, event.peer())) {
            checked(false);
            return;
        }
        boolean slow = 4 * longestStepNanos() > board().limits().of(Rows.HANDSHAKE_TIMEOUT);
        checked(!slow);
        // Both sides take a step to answer the connect, and one to see what was answered.
        if (!slow && event.reason().startsWith("handshake not complete")) {
            broken(site)
                    .with(event.peer())
                    .since(healedSequence)
                    .since(unready.sequence())
                    .says("the session with " + event.peer() + ", opened " + time(unready.nanos() - healedNanos)
                            + " after the world had healed, never became ready");
        }
    }

    /** A full table and a quarantine of a host are no leftovers of healed faults: each has a cause of its own, and passes. */
    private void onRefused(Site site, DialRefused event, TraceEntry entry) {
        boolean judged = recovered(entry.worldNanos()) && couldWork(site, event.peer());
        checked(judged);
        boolean passing = event.reason().contains("maximum") || event.reason().contains("quarantined");
        if (judged && !passing) {
            broken(site)
                    .with(event.peer())
                    .since(healedSequence)
                    .says("a dial to " + event.peer() + " was refused " + time(entry.worldNanos() - healedNanos)
                            + " after the world had healed: " + event.reason());
        }
    }

    private void onLoadEnded(Site site, LoadEnded event, TraceEntry entry) {
        Long started = tables.of(site).newLoads.remove(event.job());
        if (started == null || !couldWork(site, event.peer())) {
            checked(false);
            return;
        }
        checked(true);
        if (!event.success() && NO_RECOVERY.stream().anyMatch(event.reason()::startsWith)) {
            broken(site)
                    .with(event.peer())
                    .request(event.request())
                    .job(event.job())
                    .round(event.round())
                    .since(healedSequence)
                    .since(started)
                    .says("load " + event.job() + " from " + event.peer()
                            + " began after the world had healed and had time to recover, and failed: "
                            + event.reason());
        }
    }

    @Override
    void onEnd(boolean quiescent) {
        if (healedNanos < 0) {
            return;
        }
        for (RequestOutcome request : board().run().requests()) {
            if (recovered(request.arrivedNanos())) { // never where it is -1
                checked(true);
                boolean failed = request.finish() == Finish.FAILED;
                boolean stuck = request.finish() == null && quiescent && sentWhole(request.request());
                if (failed || stuck) {
                    broken(new Site(-1, "", null))
                            .request(request.request())
                            .since(healedSequence)
                            .says("request " + request.request() + " arrived after the world had healed and had time "
                                    + "to recover, and " + (failed ? "failed" : "was never answered"));
                }
            }
        }
        if (quiescent && recovered(board().nowNanos())) {
            judgeUnready();
        }
    }

    /** A request whose legs have moments of their own may lack the one that answers, or wait for it for ever. */
    private boolean sentWhole(String id) {
        return board().run().world().requests().stream()
                .noneMatch(spec -> spec.id().equals(id) && spec.dispatch() instanceof Dispatch.Legs);
    }

    private void judgeUnready() {
        for (Site site : board().sites()) {
            if (!site.judgeable()) {
                continue;
            }
            tables.of(site).unready.forEach((peer, opened) -> {
                if (couldWork(site, peer)) {
                    checked(true);
                    broken(site)
                            .with(peer)
                            .since(healedSequence)
                            .since(opened.sequence())
                            .says("the world has healed, and the session of " + site + " with " + peer
                                    + " will never become ready");
                }
            });
        }
    }
}
