package io.kvdrill.sim.check;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdForgotten;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.sim.world.DataPlane;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** I4: nothing is left when traffic has stopped and retention has passed; sessions are limited; reaped ids stay reaped. */
final class BaselineChecker extends LawChecker {
    private record Reaped(long sequence, long localNanos) {}

    private static final class Kept {
        final Map<String, Reaped> reaped = new LinkedHashMap<>();
        final Set<String> sessions = new LinkedHashSet<>();
        boolean traffic;
    }

    private final PerSite<Kept> kept = perLife(site -> new Kept());

    BaselineChecker() {
        super(Law.I4, 14, 22, 26, 27, 33);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(RequestOpened.class, (site, event, entry) -> kept.of(site).traffic = true);
        listeners.on(SessionOpened.class, (site, event, entry) -> onOpened(site, event.peer()));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> kept.of(site).sessions.remove(event.peer()));
        listeners.on(ParkedStoresReaped.class, (site, event, entry) -> {
            if (board().limits().limited(Rows.REAPED_ID_RETENTION)) {
                kept.of(site)
                        .reaped
                        .put(
                                event.request(),
                                new Reaped(entry.sequence(), site.view().localNanos()));
            }
        });
        listeners.on(ReapedIdForgotten.class, (site, event, entry) -> onForgotten(site, event.request()));
        listeners.on(StoreParked.class, (site, event, entry) -> onUse(site, event.request(), "parked"));
        listeners.on(RequestBound.class, (site, event, entry) -> onUse(site, event.request(), "bound"));
    }

    private void onOpened(Site site, String peer) {
        Kept here = kept.of(site);
        here.traffic = true;
        here.sessions.add(peer);
        long limit = maxPeers();
        checked(here.sessions.size() >= limit);
        if (here.sessions.size() > limit) {
            broken(site)
                    .with(peer)
                    .statement(33)
                    .says(here.sessions.size() + " sessions are open at " + site + "; " + limit + " are the maximum"
                            + (board().run().profile().amount(Rows.MAX_PEERS) == Profile.NO_LIMIT
                                    ? " elsewhere, and this profile sets none"
                                    : ""));
        }
    }

    private long maxPeers() {
        Long usual = Rows.MAX_PEERS.value(Preset.HARDENED);
        long limit = board().run().profile().amount(Rows.MAX_PEERS);
        return limit == Profile.NO_LIMIT && usual != null ? usual : limit;
    }

    private void onForgotten(Site site, String request) {
        Reaped reaped = kept.of(site).reaped.remove(request);
        long limit = board().limits().of(Rows.REAPED_ID_RETENTION);
        long age = reaped == null ? limit : site.view().localNanos() - reaped.localNanos();
        checked(reaped != null);
        if (reaped != null && age < limit) {
            broken(site)
                    .statement(22)
                    .request(request)
                    .since(reaped.sequence())
                    .says("that the parked stores of request " + request + " were reaped was forgotten after "
                            + time(age) + ", and is to be remembered for " + time(limit));
        }
    }

    private void onUse(Site site, String request, String what) {
        Reaped since = kept.of(site).reaped.get(request);
        checked(since != null);
        if (since != null) {
            broken(site)
                    .statement(22)
                    .request(request)
                    .since(since.sequence())
                    .says("request " + request + " was " + what + " although its parked stores had been reaped and "
                            + "the id is still remembered");
        }
    }

    @Override
    void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            if (quiescent && site.judgeable()) {
                judgeParentRequests(site);
                MapSizes sizes = site.view().mapSizes();
                if (sizes != null) {
                    checked(kept.of(site).traffic);
                    judge(site, sizes);
                }
            }
        }
    }

    private void judgeParentRequests(Site site) {
        empty(
                site,
                site.view().parentRequests(),
                14,
                "requests that its engine was told the begin of, and not the end");
        int stray = site.view().strayParentEnds();
        if (stray > 0) {
            broken(site)
                    .statement(14)
                    .says("the engine of " + site + " was told " + stray + " times of the end of a peer's request that"
                            + " was not open");
        }
    }

    private void judge(Site site, MapSizes sizes) {
        empty(site, sizes.bindings(), 26, "ids bound to sessions");
        empty(site, sizes.failedIds(), 27, "ids marked as failed");
        empty(site, sizes.parkedIds(), 24, "ids with parked stores");
        empty(site, sizes.reapedIds(), 22, "reaped ids");
        empty(site, sizes.liveRequests(), 14, "requests");
        empty(site, sizes.deferredPeers(), 0, "peers or hosts that are not dialled");
        empty(site, sizes.clientRequests(), 0, "ids with probes or loads");
        empty(site, sizes.serverRequests(), 0, "ids with lookups, demand or supply");
        DataPlane plane = board().run().world().dataPlane();
        if (plane.fencesInbound() && plane.fencesOutbound()) {
            empty(site, sizes.retiredSessions(), 0, "closed sessions with writes or held slots");
        }
        if (sizes.epochs() > sizes.sessions()) {
            left(
                    site,
                    sizes.epochs() - sizes.sessions(),
                    0,
                    "peers without a session whose incarnations are remembered");
        }
    }

    private void empty(Site site, int size, int statement, String what) {
        if (size > 0) {
            left(site, size, statement, what);
        }
    }

    private void left(Site site, int size, int statement, String what) {
        broken(site)
                .statement(statement)
                .says("when nothing was left to do, " + site + " still kept: " + size + " "
                        + (size == 1 ? one(what) : what));
    }

    /** The words for several things, said of one. */
    private static String one(String several) {
        return several.replaceFirst("\\b(id|request|peer|session)s\\b", "$1")
                .replace("or hosts that are", "or host that is");
    }
}
