package io.kvdrill.sim.run;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.JobView;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One peer as it is now. Looking changes nothing. */
public interface PeerView {

    /** What it was made from. */
    PeerSpec spec();

    /** Which life it is in, from 1; 0 before the first. */
    int incarnation();

    /** Whether its process lives. */
    boolean alive();

    /** Whether its process stands still. */
    boolean paused();

    /** What its clock reads. */
    long localNanos();

    /** Its primary slots; empty while it is dead. */
    List<SlotView> slots();

    /** Jobs that its tier owes something for; empty while it is dead. */
    List<JobView> jobs();

    /** How many requests its tier has opened with the engine on behalf of peers, and not ended; 0 while it is dead. */
    int parentRequests();

    /** How often in this life its tier has ended a request of a peer that was not open. */
    int strayParentEnds();

    /** Legs of requests that are in its engine, by the engine's names. */
    List<String> openRequests();

    /** Its tier; null while it is dead, or where it is out of reach. Only to be asked for views of its state. */
    @Nullable SecondaryTier tier();

    /** How many entries the maps of its tier have; null while it is dead, or where its tier does not say. */
    default @Nullable MapSizes mapSizes() {
        return tier() instanceof TierManager own ? own.sizes() : null;
    }

    /** The tier's digest; 0 while the peer is dead. */
    long tierDigest();

    /** Why its engine crashed of itself, or null if none of its lives ended so. */
    @Nullable String crash();
}
