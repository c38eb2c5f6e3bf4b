package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Choices.FailureDomain;
import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostUnblocked;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I6: what happens between two peers that no fault has touched, nor what is between them, while a fault is somewhere else.
 * Such a session is not closed with another's, does not run into a timeout although both sides step often, and its work is
 * not lost or held up by a crash or a blocked thread. With {@code group_peers_by_host} on, peers of the lost host are not
 * judged.
 */
final class IsolationChecker extends LawChecker {
    private static final long TOLERATED_BLOCK_NANOS = 1_000_000_000L;

    /** How sessions die that waited in vain, and how long they wait: somebody did not do his part in that time. */
    private static final List<Timeout> TIMEOUTS = List.of(
            new Timeout("handshake not complete", Rows.HANDSHAKE_TIMEOUT),
            new Timeout("lookups of request", Rows.LOOKUP_PROGRESS_TIMEOUT),
            new Timeout("abort of request", Rows.ABORT_ACK_TIMEOUT),
            new Timeout("the writes of an aborted round", Rows.CANCEL_DRAIN_TIMEOUT));

    private record Timeout(String reason, TimeRow length) {}

    private static final class Table {
        final Map<Long, String> loads = new LinkedHashMap<>();
        final List<String> closed = new ArrayList<>();
        /** Rounds of peers that are being written. */
        final Set<RoundId> written = new LinkedHashSet<>();
        /** Peers that were turned away here. */
        final Set<String> refused = new LinkedHashSet<>();
        /** Peers whose registration is being made here. */
        final Set<String> registering = new LinkedHashSet<>();

        @Nullable String evicting;

        long blockedSince;
        long blockedSinceNanos;
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    IsolationChecker() {
        super(Law.I6, 47);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                LoadStarted.class, (site, event, entry) -> tables.of(site).loads.put(event.job(), event.peer()));
        listeners.on(LoadEnded.class, (site, event, entry) -> {
            tables.of(site).loads.remove(event.job());
            checked(judged(site, event.peer()) != null);
        });
        listeners.on(
                LoadForgotten.class,
                (site, event, entry) -> tables.of(site).loads.remove(event.job()));
        listeners.on(LoadTimedOut.class, this::onLoadTimeout);
        listeners.on(
                WriteStarted.class,
                (site, event, entry) ->
                        tables.of(site).written.add(new RoundId(event.peer(), event.request(), event.round())));
        listeners.on(
                RoundEnded.class,
                (site, event, entry) ->
                        tables.of(site).written.remove(new RoundId(event.peer(), event.request(), event.round())));
        listeners.on(
                PeerRefused.class,
                (site, event, entry) -> tables.of(site).refused.add(event.peer()));
        listeners.on(
                RegistrationStarted.class,
                (site, event, entry) -> tables.of(site).registering.add(event.peer()));
        listeners.on(
                RegistrationSettled.class,
                (site, event, entry) -> tables.of(site).registering.remove(event.peer()));
        listeners.on(SessionDied.class, this::onDied);
        listeners.on(IdlePeerEvicted.class, (site, event, entry) -> tables.of(site).evicting = event.peer());
        listeners.on(SessionClosed.class, this::onClosed);
        listeners.on(PeerDown.class, this::onPeerDown);
        listeners.on(EngineCrashed.class, (site, event, entry) -> judgeLost(site, "was lost in a crash of " + site));
        listeners.on(HostBlocked.class, (site, event, entry) -> {
            if (!board().struckNow(entry.cause())) {
                tables.of(site).blockedSince = entry.sequence();
                tables.of(site).blockedSinceNanos = entry.worldNanos();
            }
        });
        listeners.on(HostUnblocked.class, (site, event, entry) -> {
            onUnblocked(site, event.waitedNanos());
            tables.of(site).blockedSince = 0;
        });
    }

    /** The other peer, if work with it is judged: a fault is somewhere, and not here. */
    private @Nullable Site judged(Site site, String peer) {
        Troubles troubles = board().troubles();
        Site other = board().find(peer);
        boolean well = other != null
                && other != site
                && troubles.any()
                && !troubles.touched(site.id, peer)
                && !board().incompatible(site, other)
                && !sharesFate(site)
                && !sharesFate(other);
        return well ? other : null;
    }

    private void onLoadTimeout(Site site, LoadTimedOut event, TraceEntry entry) {
        Site other = judged(site, event.peer());
        if (other == null || event.mode() != LoadMode.SYMMETRIC || slow(site, other, event.limitNanos())) {
            return;
        }
        boolean writing = tables.of(other).written.contains(new RoundId(site.id, event.request(), event.round()));
        if (!writing) {
            broken(site)
                    .with(event.peer())
                    .request(event.request())
                    .job(event.job())
                    .round(event.round())
                    .since(board().troubles().elsewhere(site.id, event.peer()))
                    .says("load " + event.job() + " from " + event.peer() + " timed out though that peer is well and "
                            + "steps often; the only faults are elsewhere");
        }
    }

    /** Whether a step of one of the two took so long that a wait of this length proves nothing. */
    private static boolean slow(Site site, Site other, long limitNanos) {
        long longest = Math.max(site.longestStepNanos, other.longestStepNanos);
        return site.stoodStill || other.stoodStill || longest >= limitNanos / 4;
    }

    private void onDied(Site site, SessionDied event, TraceEntry entry) {
        Site other = judged(site, event.peer());
        checked(other != null);
        TimeRow timeout = TIMEOUTS.stream()
                .filter(known -> event.reason().startsWith(known.reason()))
                .map(Timeout::length)
                .findFirst()
                .orElse(null);
        if (other == null
                || timeout == null
                || slow(site, other, board().limits().of(timeout))) {
            return;
        }
        boolean refused = tables.of(other).refused.contains(site.id);
        // Who takes longer to register a peer than a handshake may last is slow, not disturbed.
        boolean registering = tables.of(other).registering.contains(site.id)
                || tables.of(site).registering.contains(event.peer());
        if (!refused && !registering) {
            broken(site)
                    .with(event.peer())
                    .since(board().troubles().elsewhere(site.id, event.peer()))
                    .says("the session with " + event.peer() + " died (" + event.reason()
                            + ") though that peer is well and steps often; the only faults are elsewhere");
        }
    }

    // ---- reaping one peer touches no other -----------------------------------------------------------------------

    private void onClosed(Site site, SessionClosed event, TraceEntry entry) {
        Table here = tables.of(site);
        if (event.peer().equals(here.evicting)) {
            here.evicting = null;
        } else {
            here.closed.add(event.peer());
        }
        here.registering.remove(event.peer());
        here.written.removeIf(round -> round.peer().equals(event.peer()));
        here.loads.values().removeIf(peer -> peer.equals(event.peer()));
    }

    private void onPeerDown(Site site, PeerDown event, TraceEntry entry) {
        List<String> closed = tables.of(site).closed;
        checked(board().troubles().any());
        for (String peer : closed) {
            if (!peer.equals(event.peer()) && !grouped(peer, event.peer())) {
                broken(site)
                        .with(event.peer())
                        .with(peer)
                        .statement(47)
                        .says("the reap of " + event.peer() + " (" + event.reason() + ") closed the session with "
                                + peer + ", too");
            }
        }
        closed.clear();
    }

    private boolean grouped(String peer, String lost) {
        return (board().run().profile().choice(Rows.GROUP_PEERS_BY_HOST) == Switch.ON
                        && host(peer).equals(host(lost)))
                || (board().run().profile().choice(Rows.FAILURE_DOMAIN) == FailureDomain.SHARED_FATE
                        && !domain(peer).isEmpty()
                        && domain(peer).equals(domain(lost)));
    }

    private String domain(String peer) {
        return board().run().world().peers().stream()
                .filter(spec -> spec.id().equals(peer))
                .map(PeerSpec::failureDomain)
                .findFirst()
                .orElse("");
    }

    /** With grouping on, a peer may be given up for another one of its host; or of its failure domain. */
    private boolean sharesFate(Site site) {
        return board().sites().stream().anyMatch(other -> other != site && grouped(site.id, other.id));
    }

    private static String host(String peer) {
        int colon = peer.lastIndexOf(':');
        return colon < 0 ? peer : peer.substring(0, colon);
    }

    // ---- crashes and blocked threads -----------------------------------------------------------------------------

    private void onUnblocked(Site site, long waitedNanos) {
        if (tables.of(site).blockedSince > 0 && waitedNanos >= TOLERATED_BLOCK_NANOS) {
            judgeLost(site, "was held up for " + time(waitedNanos) + " by a blocked thread of " + site);
        }
    }

    private void judgeLost(Site site, String how) {
        Table here = tables.of(site);
        int count = 0;
        String example = "";
        long job = -1;
        for (Map.Entry<Long, String> load : here.loads.entrySet()) {
            if (judged(site, load.getValue()) != null) {
                count++;
                example = load.getValue();
                job = load.getKey();
            }
        }
        checked(count > 0);
        if (count > 0) {
            broken(site)
                    .with(example)
                    .job(job)
                    .since(here.blockedSince)
                    .since(board().troubles().elsewhere(site.id, example))
                    .says((count == 1 ? "load " + job : count + " loads, " + job + " among them,") + " from " + example
                            + ", a peer that is well, " + how);
        }
    }

    @Override
    void onStepEnd(Site site) {
        tables.of(site).closed.clear();
        tables.of(site).evicting = null;
    }

    @Override
    void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            Table here = tables.of(site);
            if (site.alive && here.blockedSince > 0) {
                onUnblocked(site, board().nowNanos() - here.blockedSinceNanos);
            }
        }
    }
}
