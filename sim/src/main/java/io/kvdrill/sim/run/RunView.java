package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.World;
import java.util.List;

/** A run as it is now. Looking changes nothing. */
public interface RunView {

    /** What is run. */
    World world();

    /** Under which profile. */
    Profile profile();

    /** World time. */
    long nowNanos();

    /** When the world healed; −1 if it has not. */
    long healedNanos();

    /** All peers, in the order of the world. */
    List<PeerView> peers();

    /**
     * The peer of this id ({@code host:port}).
     *
     * @throws IllegalArgumentException if there is none
     */
    PeerView peer(String id);

    /** What has become of the requests so far, in the order of the world. */
    List<RequestOutcome> requests();
}
