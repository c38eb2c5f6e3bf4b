package io.kvdrill.sim.search;

/**
 * Failures that are taken for one.
 *
 * @param variant which variant of what was searched failed, from 0
 * @param signature what they have in common
 * @param runs how many runs ended so
 * @param firstRun the place of the first of them in the search, from 1
 * @param smallestSeed the smallest seed that did
 * @param what the failure in words, as that run tells it
 */
public record Group(int variant, Signature signature, long runs, long firstRun, long smallestSeed, String what) {

    /** Both, which are of one variant and signature, and have no run in common. */
    Group and(Group other) {
        boolean smaller = Long.compareUnsigned(other.smallestSeed, smallestSeed) < 0;
        return new Group(
                variant,
                signature,
                runs + other.runs,
                Math.min(firstRun, other.firstRun),
                smaller ? other.smallestSeed : smallestSeed,
                smaller ? other.what : what);
    }
}
