package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/** When a router sends the legs of a PD request, counted from the request's arrival. */
public sealed interface Dispatch {

    /** Both at once: the consumer may fetch before there is anything to fetch. */
    record Together() implements Dispatch {}

    /**
     * The producer's at once, the consumer's when the producer's has been answered. Never, if it fails.
     *
     * @param delay what lies between: the router, and a queue before the consumer
     */
    record AfterPrefill(Latency delay) implements Dispatch {
        /** With the same delay for each request. */
        public AfterPrefill(long delayNanos) {
            this(Latency.fixed(delayNanos));
        }
    }

    /**
     * Each at its own moment.
     *
     * @param produce null: this leg does not exist
     * @param consume null: this leg does not exist
     */
    record Legs(@Nullable Moment produce, @Nullable Moment consume) implements Dispatch {}
}
