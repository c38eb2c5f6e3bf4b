package io.kvdrill.sim.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run is made of, but for its profile and its seed. {@link WorldValidation} says what is wrong with
 * one.
 *
 * @param name its short name
 * @param about one sentence
 * @param model the served model
 * @param peers the engines
 * @param control control links
 * @param data data links
 * @param dataPlane what every peer's data plane costs and can do
 * @param links pairs of peers whose links differ; the last one that names a pair counts
 * @param moments moments that others refer to
 * @param requests what clients ask
 * @param workloads what more clients ask, generated
 * @param warm blocks that are there when the run starts
 * @param faults what goes wrong
 * @param heal when all faults end and nothing more goes wrong: dead peers start again, links work; null for never
 * @param expectations what must come of it
 * @param end when it ends
 * @param caps where it is cut
 * @param under profiles with another outcome
 */
public record World(
        String name,
        String about,
        Model model,
        List<PeerSpec> peers,
        ControlLink control,
        DataLink data,
        DataPlane dataPlane,
        List<LinkOverride> links,
        List<NamedMoment> moments,
        List<RequestSpec> requests,
        List<WorkloadSpec> workloads,
        List<WarmCache> warm,
        List<FaultSpec> faults,
        @Nullable Moment heal,
        List<Expectation> expectations,
        End end,
        Caps caps,
        List<ProfileOutcome> under) {

    /** Keeps immutable copies of the lists. */
    public World {
        peers = List.copyOf(peers);
        links = List.copyOf(links);
        moments = List.copyOf(moments);
        requests = List.copyOf(requests);
        workloads = List.copyOf(workloads);
        warm = List.copyOf(warm);
        faults = List.copyOf(faults);
        expectations = List.copyOf(expectations);
        under = List.copyOf(under);
    }

    /** A builder with everything at its default and no peer. */
    public static WorldBuilder called(String name) {
        return new WorldBuilder(name);
    }

    /** A builder that holds everything of this world, for worlds that differ from it in some part. */
    public WorldBuilder toBuilder() {
        return new WorldBuilder(this);
    }

    /**
     * The peer of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public PeerSpec peer(String peerName) {
        for (PeerSpec peer : peers) {
            if (peer.name().equals(peerName)) {
                return peer;
            }
        }
        throw new IllegalArgumentException("no peer is called " + peerName);
    }

    /** What this world states under a profile: its own expectations with those that the profile replaces or adds. */
    public List<Expectation> expectationsUnder(String profile) {
        return Outcomes.expectations(this, profile);
    }

    /** The laws that this world declares broken under a profile. */
    public List<String> brokenUnder(String profile) {
        return Outcomes.broken(this, profile);
    }
}
