package io.kvdrill.sim.check;

import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all checkers of a run share. */
final class Board {
    private final RunView run;
    private final List<Site> sites = new ArrayList<>();
    private final Map<String, Site> byId = new LinkedHashMap<>();
    private final Site world = new Site(-1, "", null);
    private final History history = new History();
    private final Impostures impostures = new Impostures(history);
    private final Troubles troubles;
    private final Limits limits;
    private @Nullable TraceEntry current;
    private final Set<Long> strikes = new LinkedHashSet<>();
    private long lastFrame;

    Board(RunView run) {
        this.run = run;
        for (PeerView view : run.peers()) {
            Site site = new Site(sites.size(), view.spec().id(), view);
            sites.add(site);
            byId.put(site.id, site);
        }
        this.troubles = new Troubles(run.world());
        this.limits = new Limits(run.profile());
    }

    RunView run() {
        return run;
    }

    List<Site> sites() {
        return Collections.unmodifiableList(sites);
    }

    /** The peer of this id; null for an identity that is no peer's. */
    @Nullable Site find(String id) {
        return byId.get(id);
    }

    /** The peer at which an entry happened; the world's own site where it is none's. */
    Site siteOf(TraceEntry entry) {
        Site site = byId.get(entry.peer());
        return site == null ? world : site;
    }

    History history() {
        return history;
    }

    Impostures impostures() {
        return impostures;
    }

    Troubles troubles() {
        return troubles;
    }

    Limits limits() {
        return limits;
    }

    /** The entry that is being looked at; null between entries. */
    @Nullable TraceEntry current() {
        return current;
    }

    void current(@Nullable TraceEntry entry) {
        current = entry;
    }

    /** The highest number of a frame that was sent so far. */
    long lastFrame() {
        return lastFrame;
    }

    void frameSent(long frame) {
        lastFrame = Math.max(lastFrame, frame);
    }

    /** A fault strikes. */
    void struck(long sequence) {
        strikes.add(sequence);
    }

    /** Whether an entry is the strike of a fault, so that what follows from it at once is the fault's doing. */
    boolean struckNow(long sequence) {
        return strikes.contains(sequence);
    }

    /** Bytes of a block of this peer. */
    long blockBytes(PeerSpec peer) {
        Long own = peer.blockBytes();
        return own == null ? run.world().model().blockBytes() : own;
    }

    /** Whether the world says that two peers cannot share blocks. */
    boolean incompatible(Site one, Site other) {
        PeerSpec a = one.view().spec();
        PeerSpec b = other.view().spec();
        boolean fingerprinted = !a.fingerprint().isEmpty() && !b.fingerprint().isEmpty();
        return blockBytes(a) != blockBytes(b)
                || !a.hashSeed().equals(b.hashSeed())
                || (fingerprinted && !a.fingerprint().equals(b.fingerprint()));
    }

    /** World time. */
    long nowNanos() {
        TraceEntry entry = current;
        return entry == null ? run.nowNanos() : entry.worldNanos();
    }
}
