package io.kvdrill.sim.search;

/**
 * Failures that are taken for one.
 *
 * @param variant which variant of what was searched failed, from 0
 * @param signature what they have in common
 * @param runs how many runs ended so
 * @param smallestSeed the smallest seed that did
 * @param what the failure in words, as that run tells it
 */
public record Group(int variant, Signature signature, long runs, long smallestSeed, String what) {

    /** With one more run. */
    Group with(long seed, String itsWhat) {
        boolean smaller = Long.compareUnsigned(seed, smallestSeed) < 0;
        return new Group(variant, signature, runs + 1, smaller ? seed : smallestSeed, smaller ? itsWhat : what);
    }
}
