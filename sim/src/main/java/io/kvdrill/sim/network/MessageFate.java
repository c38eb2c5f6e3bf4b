package io.kvdrill.sim.network;

/** What becomes of a message on its way. */
public sealed interface MessageFate {

    /** Of two fates that a message is given, the one of more gravity is its own. */
    int gravity();

    /** It is lost, and nobody is told. */
    record Drop() implements MessageFate {
        @Override
        public int gravity() {
            return 3;
        }
    }

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

        @Override
        public int gravity() {
            return 1;
        }
    }

    /** It waits until the rule is removed; what follows it on its link overtakes it. */
    record Hold() implements MessageFate {
        @Override
        public int gravity() {
            return 2;
        }
    }

    /** It arrives twice. */
    record Duplicate() implements MessageFate {
        @Override
        public int gravity() {
            return 0;
        }
    }
}
