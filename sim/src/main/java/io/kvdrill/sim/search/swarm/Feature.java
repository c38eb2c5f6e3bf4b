package io.kvdrill.sim.search.swarm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that drawn worlds may have. Each run has a set of them, its {@link FeatureMask}: what a run leaves out gives
 * room to what it has, so that kinds of trouble which hide each other are also met alone.
 */
public enum Feature {
    /** One peer computes the prompt, another pulls it. */
    PD(Kind.REQUESTS),
    /** A peer asks another what it has, and pulls that. */
    SYMMETRIC(Kind.REQUESTS),
    /** Requests that involve no other peer. */
    LOCAL(Kind.REQUESTS),
    /** PD requests whose producer pulls from a third peer first, or that have a source beside their producer. */
    COMBINED(Kind.WORKLOAD),
    /** Legs of PD requests at moments of their own: the consumer's first, one of them late or never. */
    LOOSE_LEGS(Kind.WORKLOAD),
    /** Peers that have shaken hands before the work begins: a hardened peer pulls from nobody before that. */
    ACQUAINTED(Kind.WORKLOAD),
    /** Requests that pull what their source is just computing or pulling itself. */
    CHAINS(Kind.WORKLOAD),
    /** Requests that name their own engine as the peer to pull from. */
    MISROUTED(Kind.WORKLOAD),
    /** Prompts with common beginnings. */
    SHARED_PREFIXES(Kind.WORKLOAD),
    /** Requests that the peers call by one id at a time. */
    SHARED_IDS(Kind.WORKLOAD),
    /** Requests that come again, under the same id towards the peers or under a new one. */
    RETRIES(Kind.WORKLOAD),
    /** Clients that give up. */
    IMPATIENT_CLIENTS(Kind.WORKLOAD),
    /** Peers that start with blocks in their caches. */
    WARM_CACHES(Kind.WORKLOAD),

    /** Peers that are ranks on one host. */
    SHARED_HOSTS(Kind.CLUSTER),
    /** A peer whose hash seed, fingerprint or block size differs. */
    INCOMPATIBLE_PEERS(Kind.CLUSTER),
    /** Primary tiers too small for the work. */
    FEW_SLOTS(Kind.CLUSTER),
    /** Clocks that start anywhere and run at different speeds. */
    CLOCKS(Kind.CLUSTER),
    /** Engines with steps of all lengths. */
    UNEVEN_STEPS(Kind.CLUSTER),
    /** Links that are slow, jittery or narrow, with small queues. */
    SLOW_LINKS(Kind.CLUSTER),
    /** Writes that take a good part of the time for which others wait. */
    LONG_WRITES(Kind.CLUSTER),
    /** Peers that take long to register. */
    SLOW_REGISTRATION(Kind.CLUSTER),
    /** Data planes that cannot fence, or stop bytes at a cancel, know progress, never notice deaths. */
    ODD_DATA_PLANES(Kind.CLUSTER),

    /** Timeouts of the profile made shorter, some of them equal. */
    SCALED_TIMEOUTS(Kind.PROFILE),
    /** Limits of the profile made small: sessions, open ids, queued messages, idle time. */
    SMALL_LIMITS(Kind.PROFILE),
    /** {@code group_peers_by_host} switched on. */
    HOST_GROUPS(Kind.PROFILE),

    /** Processes, control channels or data planes that die for good. */
    KILLS(Kind.FAULTS),
    /** Processes that die and start again. */
    RESTARTS(Kind.FAULTS),
    /** Hosts that lose power: deaths that nobody is told of. */
    POWER_LOSS(Kind.FAULTS),
    /** Engines told to end. */
    SHUTDOWNS(Kind.FAULTS),
    /** Engines told to forget their caches. */
    CACHE_RESETS(Kind.FAULTS),
    /** Processes that stand still for a time, and steps that take long. */
    PAUSES(Kind.FAULTS),
    /** Nothing passes between peers, on one channel or both, one way or both. */
    PARTITIONS(Kind.FAULTS),
    /** Connections that are reset, or vanish silently. */
    CONNECTION_LOSS(Kind.FAULTS),
    /** Messages that are late, or held back and let go together. */
    LATE_MESSAGES(Kind.FAULTS),
    /** Messages that are lost. */
    LOST_MESSAGES(Kind.FAULTS),
    /** Registrations that take long, fail or never end. */
    REGISTRATION_FAULTS(Kind.FAULTS),
    /** Writes that are slow, stall, fail, throw, or whose ends are late, lost or wrong. */
    WRITE_FAULTS(Kind.FAULTS),
    /** Frames that no peer would send. */
    HOSTILE_FRAMES(Kind.FAULTS),
    /** Clocks that jump ahead or change speed. */
    CLOCK_JUMPS(Kind.FAULTS),

    /** Events at the edges of deadlines: a nanosecond before, on, after; and lengths equal to those of deadlines. */
    EDGES(Kind.PLACEMENT),
    /** Faults right after something has happened. */
    BOUNDARIES(Kind.PLACEMENT),
    /** All faults end, and new requests come: recovery can be judged. */
    HEALING(Kind.PLACEMENT);

    /** What a feature is about. */
    public enum Kind {
        /** A kind of request: a run without any asks for nothing. */
        REQUESTS,
        /** What requests are like. */
        WORKLOAD,
        /** What peers and links are like. */
        CLUSTER,
        /** Which rows of the profile differ. */
        PROFILE,
        /** What goes wrong. */
        FAULTS,
        /** When things happen. */
        PLACEMENT
    }

    private final Kind kind;

    Feature(Kind kind) {
        this.kind = kind;
    }

    /** What it is about. */
    public Kind kind() {
        return kind;
    }

    /** The name that users write: {@code lost_messages}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The feature that users call so. */
    public static Optional<Feature> named(String word) {
        return Arrays.stream(values())
                .filter(feature -> feature.word().equals(word))
                .findFirst();
    }

    /** All features of one kind, in order. */
    public static List<Feature> of(Kind kind) {
        return Arrays.stream(values()).filter(feature -> feature.kind == kind).toList();
    }
}
