package io.kvdrill.sim.world;

/**
 * Something wrong with a world.
 *
 * @param path where: components of {@link World} in snake case, list positions in brackets, then the field
 *     ({@code requests[2].consume}); for a fault, {@link Fault#word()} and then the field ({@code faults[0].kill.peer})
 * @param message what is wrong, what was expected and what to do
 */
public record WorldProblem(String path, String message) {
    @Override
    public String toString() {
        return path + ": " + message;
    }
}
