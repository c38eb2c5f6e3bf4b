package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong with a world.
 *
 * @param path where: components of {@link World} in snake case, list positions in brackets, then the field
 *     ({@code requests[2].consume}); for a fault, {@link Fault#word()} and then the field ({@code faults[0].kill.peer})
 * @param message what is wrong, what was expected and what to do
 * @param earlier the path of something before it that it does not go with; null where it is wrong by itself
 */
public record WorldProblem(
        String path, String message, @Nullable String earlier) {

    /** Something that is wrong by itself. */
    public WorldProblem(String path, String message) {
        this(path, message, null);
    }

    @Override
    public String toString() {
        return path + ": " + message + (earlier == null ? "" : " (" + earlier + ")");
    }
}
