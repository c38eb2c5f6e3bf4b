package io.kvdrill.sim.fabric;

/** What becomes of a write. */
public sealed interface WriteFate {

    /** It is refused. */
    record Refuse() implements WriteFate {}

    /** The data plane throws. */
    record Throw(String message) implements WriteFate {}

    /** It stands still once this many blocks have landed, until the rule ends, or for ever. */
    record Stall(int afterBlocks) implements WriteFate {}

    /** Its blocks take this long to land, evenly, from the first byte on, whatever the bandwidth. */
    record Take(long nanos) implements WriteFate {}

    /** It fails once this many blocks have landed; with {@link #HALFWAY}, once half of them have. */
    record Fail(int afterBlocks) implements WriteFate {
        /** Stands for half of the blocks of a write. */
        public static final int HALFWAY = -1;
    }

    /** It lands, and its writer is never told. */
    record LoseCompletion() implements WriteFate {}

    /** It lands, and its writer is told this much later than usual. */
    record DelayCompletion(long nanos) implements WriteFate {}

    /** It lands, and is reported as failed. */
    record ReportFailed() implements WriteFate {}

    /** Its last block lands with content that is no key's. */
    record Corrupt() implements WriteFate {}
}
