package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.World;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * How much a reader has to take in. Peers, requests and faults weigh most, each as much as another; then blocks; then
 * characters.
 *
 * @param peers engines
 * @param requests requests of clients
 * @param faults things that go wrong
 * @param blocks KV blocks of all prompts and warm caches, begun ones included
 * @param characters of the scenario file
 */
public record Size(int peers, int requests, int faults, long blocks, int characters) implements Comparable<Size> {
    private static final Comparator<Size> ORDER = Comparator.<Size>comparingInt(
                    size -> size.peers + size.requests + size.faults)
            .thenComparingLong(Size::blocks)
            .thenComparingInt(Size::characters);

    /**
     * The size of a world.
     *
     * @param characters of the file that describes it
     */
    public static Size of(World world, int characters) {
        long tokensPerBlock = Math.max(1, world.model().tokensPerBlock());
        long blocks = Stream.concat(
                        world.requests().stream().map(request -> request.prompt()),
                        world.warm().stream().map(cache -> cache.prompt()))
                .mapToLong(Prompt::tokens)
                .map(tokens -> (tokens + tokensPerBlock - 1) / tokensPerBlock)
                .sum();
        return new Size(
                world.peers().size(), world.requests().size(), world.faults().size(), blocks, characters);
    }

    @Override
    public int compareTo(Size other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return count(peers, "peer") + ", " + count(requests, "request") + ", " + count(faults, "fault") + ", "
                + count(blocks, "block") + ", " + count(characters, "character");
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
