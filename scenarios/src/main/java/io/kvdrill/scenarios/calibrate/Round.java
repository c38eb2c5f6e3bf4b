package io.kvdrill.scenarios.calibrate;

import java.util.List;

/**
 * What one pair of processes measured, with blocks of one size; all samples in nanoseconds.
 *
 * @param blockBytes bytes of a block
 * @param blocks blocks of each region
 * @param roundTrips of small control messages
 * @param registrations of the other's region
 * @param singles writes of one block, from posting until the writer found out that it had ended
 * @param wholes writes of all blocks of a region
 */
public record Round(
        long blockBytes,
        long blocks,
        List<Long> roundTrips,
        List<Long> registrations,
        List<Long> singles,
        List<Long> wholes) {

    /** Keeps immutable copies. */
    public Round {
        roundTrips = List.copyOf(roundTrips);
        registrations = List.copyOf(registrations);
        singles = List.copyOf(singles);
        wholes = List.copyOf(wholes);
    }

    /** How much longer a write takes for each further block. */
    double nanosPerBlock() {
        long more = Spread.of(wholes).medianNanos() - Spread.of(singles).medianNanos();
        return (double) Math.max(1, more) / (double) Math.max(1, blocks - 1);
    }
}
