package io.kvdrill.scenarios.search;

/** Where a sweep keeps what it has come to. */
public abstract sealed class SweepStore permits SweepFile, ShardFile {

    /**
     * Where a sweep begins.
     *
     * @param progress how far its order is
     * @param result what it has come to; grows from now on
     */
    record Start(SeedOrder.Progress progress, SweepResult result) {}

    /**
     * Where this sweep begins: with its first seed, or with what is stored of it.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if something else is stored that must not be lost
     */
    abstract Start start(Subject subject, SeedRange seeds, boolean guided);

    /**
     * Stores a sweep in the place of what was stored; whoever reads meanwhile finds either.
     *
     * @throws java.io.UncheckedIOException if it cannot be stored
     */
    abstract void write(
            Subject subject, SeedRange seeds, boolean guided, SeedOrder.Progress progress, SweepResult result);

    /** How long the runs between two times of storing take. */
    long everyNanos() {
        return 5_000_000_000L;
    }
}
