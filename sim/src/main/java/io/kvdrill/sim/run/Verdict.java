package io.kvdrill.sim.run;

/** What a run comes to (profiles.md, rulings). */
public enum Verdict {
    /** Everything was as the world states. */
    AS_STATED,
    /** A law broke that the world does not declare broken under the profile. */
    VIOLATED,
    /** Something was not as stated: an expectation failed, or a law that was declared broken held. */
    UNEXPECTED,
    /** The run was cut by a cap or as a livelock, so nothing was settled. */
    UNSETTLED
}
