package io.kvdrill.sim.check;

import java.util.Optional;

/** The fifteen laws (invariants.md). A constant's name is the stable code that reports and scenarios use. */
public enum Law {
    /** Exactly one result. */
    I1(
            "every accepted job gets exactly one result, and every lookup one answer",
            "a job was accepted, a lookup or a fetch taken, or a result reported"),
    /** Quiescence. */
    I2(
            "a slot is not reused while a write may still land in it or read it",
            "slots were released after a failed load, a write read them, or a round was acknowledged"),
    /** Deadlines. */
    I3(
            "every wait has a deadline, counted from a stated start, and ends by it",
            "a wait was over or a step ended past a deadline"),
    /** Bounded state. */
    I4("what is kept for peers and requests goes when traffic stops", "a run became quiescent after traffic"),
    /** Reaping. */
    I5("the end of a session takes all state of its peer with it, once", "a session ended"),
    /** Isolation. */
    I6(
            "a fault at one peer neither fails nor delays work with a healthy one",
            "a fault had struck and work between peers that it did not touch ended"),
    /** Identity. */
    I7(
            "one process has one identity; collisions and self-dials are refused loudly",
            "a request named its own engine as source, or two lives claimed one identity"),
    /** Epochs. */
    I8(
            "nothing that an older incarnation or generation sent or started changes a newer one",
            "something arrived or ended whose sender, receiver or round has had an earlier life"),
    /** Compatibility. */
    I9(
            "incompatible peers are refused loudly, before anything is exchanged",
            "an incompatible peer introduced itself, or a handshake message left"),
    /** The scheduler thread. */
    I10(
            "the scheduler thread is never blocked by transport work",
            "a peer was registered, a queue was full or a thread stood still"),
    /** Content. */
    I11(
            "bytes in a slot that counts as a hit are those that its key names",
            "blocks that a peer wrote were read, served or became ready, or a probe was used"),
    /** Robustness. */
    I12("nothing that a peer sends or fails to send crashes the engine", "something unusual came from a peer"),
    /** Attribution. */
    I13(
            "every failure can be attributed afterwards: peer, request, job, round, reason, age",
            "a job failed, a session ended or a request fell back"),
    /** Recovery. */
    I14(
            "once faults have healed, new work succeeds within a stated time",
            "the world had healed and new work between compatible peers ended"),
    /** The leak budget. */
    I15("slots are pinned for a bounded time", "pinned or quarantined slots were released, or the run ended");

    private final String text;
    private final String premise;

    Law(String text, String premise) {
        this.text = text;
        this.premise = premise;
    }

    /** The stable code, such as {@code I2}. */
    public String code() {
        return name();
    }

    /** The law in one sentence. */
    public String text() {
        return text;
    }

    /** What must have happened for the law to be at stake. */
    public String premise() {
        return premise;
    }

    /** The law of this code. */
    public static Optional<Law> of(String code) {
        for (Law law : values()) {
            if (law.code().equals(code)) {
                return Optional.of(law);
            }
        }
        return Optional.empty();
    }
}
