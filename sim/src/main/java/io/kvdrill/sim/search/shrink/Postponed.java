package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;

/** Worlds in which what is still to come comes later. */
public final class Postponed {
    private Postponed() {}

    /**
     * A world whose run is the same until an instant, and then has arrivals, faults and other moments with a time at later
     * times, each by a chance of its own.
     *
     * @param fromNanos that instant
     * @param percent how much later at most, in percent of what a moment is later than the instant
     * @param seed of the chance
     */
    public static World from(World world, long fromNanos, int percent, long seed) {
        RandomStream stream = new RandomStreams(seed).stream("", "postponed");
        return new RecordTree().mapped(world, part -> {
            if (part.value() instanceof Moment.At at && at.nanos() > fromNanos) {
                double most = (double) (at.nanos() - fromNanos) * percent / 100;
                return Moment.at(at.nanos() + (long) (stream.nextDouble() * most));
            }
            return part.value();
        });
    }
}
