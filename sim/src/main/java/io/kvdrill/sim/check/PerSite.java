package io.kvdrill.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something of a checker for each peer, made when it is first asked for. */
final class PerSite<T> {
    private final Function<Site, T> maker;
    private final List<@Nullable T> bySite = new ArrayList<>();

    PerSite(Function<Site, T> maker) {
        this.maker = maker;
    }

    T of(Site site) {
        while (bySite.size() <= site.index) {
            bySite.add(null);
        }
        T known = bySite.get(site.index);
        if (known == null) {
            known = maker.apply(site);
            bySite.set(site.index, known);
        }
        return known;
    }

    /** Forgets what belongs to a peer. */
    void reset(Site site) {
        if (site.index < bySite.size()) {
            bySite.set(site.index, null);
        }
    }
}
