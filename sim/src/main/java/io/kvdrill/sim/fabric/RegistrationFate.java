package io.kvdrill.sim.fabric;

/** What becomes of a registration. */
public sealed interface RegistrationFate {

    /** It takes longer. */
    record Delay(long nanos) implements RegistrationFate {}

    /** The data plane refuses the peer. */
    record Reject(String reason) implements RegistrationFate {}

    /** Something else goes wrong. */
    record Fail(String reason) implements RegistrationFate {}

    /** It does not end until the rule does. The worker, or the caller's thread, does nothing else meanwhile. */
    record Hang() implements RegistrationFate {}
}
