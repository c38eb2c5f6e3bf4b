package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import java.util.Set;

/** Searches whatever classes it was loaded with. */
public final class ZooHunt {
    private ZooHunt() {}

    /** The first seed from {@code first} on, below {@code end}, under which a law breaks; −1 if none. */
    public static long caught(long first, long end) {
        Swarm swarm = Swarm.standard();
        OwnTier tier = new OwnTier();
        for (long seed = first; seed < end; seed++) {
            SwarmCase drawn = swarm.draw(Profile.of(Preset.HARDENED), seed);
            Set<String> broken = SetBack.brokenBy(tier.run(drawn.world(), drawn.profile(), seed));
            if (!broken.isEmpty()) {
                return seed;
            }
        }
        return -1;
    }
}
