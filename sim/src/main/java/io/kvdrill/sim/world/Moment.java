package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/** When something is to happen. A moment may never come; a run says which did not. */
public sealed interface Moment {

    /** A time of the run. */
    record At(long nanos) implements Moment {}

    /**
     * After something has happened.
     *
     * @param after what
     * @param nth which time, from 1
     * @param delayNanos how much later; 0 means at once, before anything else happens in the run
     * @param before null, or what must not have happened for the {@code nth} time yet when the moment would come, its
     *     delay included: if it has, the moment never comes
     */
    record After(
            Boundary after,
            long nth,
            long delayNanos,
            @Nullable Boundary before) implements Moment {}

    /**
     * At the edge of a deadline of a peer.
     *
     * @param row the profile row that sets its length ({@code load_timeout_pd})
     * @param peer whose deadline, by name; null for any
     * @param nth which arming, from 1
     * @param offsetNanos 0 on the first nanosecond that counts as due, −1 just before, 1 just after; any other distance,
     *     too
     */
    record Edge(String row, @Nullable String peer, long nth, long offsetNanos) implements Moment {}

    /**
     * Some time after a moment with a name.
     *
     * @param name of a {@link NamedMoment}; or of a fault: when it strikes; or the id of a request: when it arrives; or the name of a
     *     {@link WorkloadSpec}: when it starts
     * @param delayNanos how much later
     */
    record Relative(String name, long delayNanos) implements Moment {}

    /**
     * Left open: an exploration tries every moment; in an ordinary run it never comes. For faults only.
     */
    record Any() implements Moment {}

    /** A time of the run. */
    static Moment at(long nanos) {
        return new At(nanos);
    }

    /** As soon as something has happened for the first time. */
    static Moment after(Boundary boundary) {
        return new After(boundary, 1, 0, null);
    }

    /** Some time after something has happened for the first time. */
    static Moment after(Boundary boundary, long delayNanos) {
        return new After(boundary, 1, delayNanos, null);
    }
}
