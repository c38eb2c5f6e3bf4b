package io.kvdrill.sim.kernel;

/** The constants and the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
final class SplitMix {
    static final long GAMMA = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
