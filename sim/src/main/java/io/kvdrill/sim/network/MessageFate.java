package io.kvdrill.sim.network;

/** What becomes of a message on its way. */
public sealed interface MessageFate {

    /** It is lost, and nobody is told. */
    record Drop() implements MessageFate {}

    /**
     * It takes longer, and so does what follows it on its link.
     *
     * @param nanos at least so much
     * @param jitterNanos and up to so much more, at random; 0 for none
     */
    record Delay(long nanos, long jitterNanos) implements MessageFate {
        /** By the same time always. */
        public Delay(long nanos) {
            this(nanos, 0);
        }
    }

    /** It waits until the rule is removed; what follows it on its link overtakes it. */
    record Hold() implements MessageFate {}

    /** It arrives twice. */
    record Duplicate() implements MessageFate {}
}
