package io.kvdrill.sim.world;

/**
 * Beginnings that prompts share, such as system prompts. Workloads that name the same pool share its prefixes.
 *
 * @param name of the pool; prefix {@code k}, counted from 0, is the {@link Prompt.Segment} called {@code name.k}
 * @param prefixes how many there are
 * @param tokens length of a prefix, drawn once for each
 * @param skew exponent of Zipf's law: prefix {@code k} is as popular as {@code 1 / (k + 1)^skew}; 0 for all alike
 */
public record PrefixPool(String name, int prefixes, Amount tokens, double skew) {

    /** What a prefix is called in prompts. */
    public String segment(int prefix) {
        return name + "." + prefix;
    }
}
