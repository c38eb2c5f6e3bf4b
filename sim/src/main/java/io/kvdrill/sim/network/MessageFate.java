package io.kvdrill.sim.network;

/** What becomes of a message on its way. */
public sealed interface MessageFate {

    /** It is lost, and nobody is told. */
    record Drop() implements MessageFate {}

    /** It takes longer, and so does what follows it on its link. */
    record Delay(long nanos) implements MessageFate {}

    /** It waits until the rule is removed; what follows it on its link overtakes it. */
    record Hold() implements MessageFate {}

    /** It arrives twice. */
    record Duplicate() implements MessageFate {}
}
