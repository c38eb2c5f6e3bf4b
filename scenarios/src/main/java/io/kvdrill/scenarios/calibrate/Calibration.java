package io.kvdrill.scenarios.calibrate;

import io.kvdrill.scenarios.format.unit.Texts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured between two processes, and the links that say so in a scenario: a write of n blocks of b bytes takes
 * twice the latency, and n times what a block costs and its bytes take; a registration its base, and what each block costs.
 *
 * @param rounds at least two, of which two differ in the size of their blocks and two in their number
 * @param deathNanos from the killing of a process until its peer's transport said that it is gone; null if not measured
 * @param stopNanos the same of a process that stands still; null if not measured
 */
public record Calibration(
        List<Round> rounds,
        @Nullable Long deathNanos,
        @Nullable Long stopNanos) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** On a host that does nothing else, medians are within twice the shortest. */
    private static final int QUIET_RATIO = 4;

    /** Keeps an immutable copy. */
    public Calibration {
        rounds = List.copyOf(rounds);
    }

    /** Round trips of small control messages, of all rounds. */
    public Spread roundTrips() {
        List<Long> all = new ArrayList<>();
        rounds.forEach(round -> all.addAll(round.roundTrips()));
        return Spread.of(all);
    }

    /** What makes the links doubtful, for people: something else was using the host while they were measured. */
    public List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        doubt("round trips of control messages", roundTrips(), doubts);
        for (Round round : rounds) {
            doubt("writes of blocks of " + Texts.bytes(round.blockBytes()), Spread.of(round.wholes()), doubts);
        }
        return doubts;
    }

    private static void doubt(String what, Spread spread, List<String> doubts) {
        if (spread.medianNanos() > QUIET_RATIO * spread.minNanos()) {
            doubts.add("the median of " + what + " is " + Spread.text(spread.medianNanos()) + ", the shortest "
                    + Spread.text(spread.minNanos()) + ": the host was busy, so measure again when it is not");
        }
    }

    /** How fast bytes of large writes go, per second. */
    public long bytesPerSecond() {
        Round small = smallest();
        Round large = largest();
        double more = large.nanosPerBlock() - small.nanosPerBlock();
        double bytes = (double) (large.blockBytes() - small.blockBytes());
        double nanosPerByte =
                more > 0 && bytes > 0 ? more / bytes : large.nanosPerBlock() / (double) large.blockBytes();
        return Math.max(1, (long) (NANOS_PER_SECOND / nanosPerByte));
    }

    /** What each block of a write costs, beside its bytes. */
    public long nanosPerBlock() {
        Round small = smallest();
        return Math.max(
                0,
                Math.round(small.nanosPerBlock()
                        - (double) small.blockBytes() * NANOS_PER_SECOND / (double) bytesPerSecond()));
    }

    /** What a write takes on its way there, and again until its writer knows. */
    public long latencyNanos() {
        Round small = smallest();
        return Math.max(0, Math.round(((double) Spread.of(small.singles()).medianNanos() - small.nanosPerBlock()) / 2));
    }

    /** What a registration costs for each block. */
    public long registrationNanosPerBlock() {
        Round few = byBlocks(false);
        Round many = byBlocks(true);
        long more = registration(many) - registration(few);
        return Math.max(0, more / Math.max(1, many.blocks() - few.blocks()));
    }

    /** What a registration costs, whatever its size. */
    public long registrationBaseNanos() {
        Round few = byBlocks(false);
        return Math.max(0, registration(few) - few.blocks() * registrationNanosPerBlock());
    }

    private static long registration(Round round) {
        return Spread.of(round.registrations()).medianNanos();
    }

    /** Of the rounds with the smallest blocks, the one with the most. */
    private Round smallest() {
        return byBlocks(true);
    }

    private Round largest() {
        return rounds.stream()
                .max((a, b) -> Long.compare(a.blockBytes(), b.blockBytes()))
                .orElseThrow();
    }

    /** Of the rounds with the smallest blocks, the one with the most, or the fewest. */
    private Round byBlocks(boolean most) {
        long bytes = rounds.stream().mapToLong(Round::blockBytes).min().orElseThrow();
        return rounds.stream()
                .filter(round -> round.blockBytes() == bytes)
                .min((a, b) -> most ? Long.compare(b.blocks(), a.blocks()) : Long.compare(a.blocks(), b.blocks()))
                .orElseThrow();
    }
}
