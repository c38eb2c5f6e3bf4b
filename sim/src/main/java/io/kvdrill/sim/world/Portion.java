package io.kvdrill.sim.world;

/** Some of the requests of a workload. */
public sealed interface Portion {

    /** So many. */
    record Count(long requests) implements Portion {}

    /** A share of those that arrived, in ten-thousandths: 250 is 2.5 %. */
    record Share(long perTenThousand) implements Portion {
        /** All of them. */
        public static final long ALL = 10_000;
    }

    /** Whether {@code requests} of {@code all} are at least this portion. */
    default boolean reachedBy(long requests, long all) {
        return this instanceof Count count
                ? requests >= count.requests()
                : requests * Share.ALL >= ((Share) this).perTenThousand() * all;
    }

    /** Whether {@code requests} of {@code all} are more than this portion. */
    default boolean exceededBy(long requests, long all) {
        return this instanceof Count count
                ? requests > count.requests()
                : requests * Share.ALL > ((Share) this).perTenThousand() * all;
    }
}
