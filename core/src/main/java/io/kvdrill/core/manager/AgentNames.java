package io.kvdrill.core.manager;

import java.util.UUID;

/** Names of data-plane agents: random, so that peers which share a host and port still differ (vLLM pull request 47636). */
public final class AgentNames {
    private static final long VERSION_MASK = 0xF000L;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

    private AgentNames() {}

    /** A version 4 UUID (RFC 9562, section 5.4) from this source of randomness. */
    public static String random(RandomSource random) {
        long high = (random.nextLong() & ~VERSION_MASK) | VERSION_4;
        long low = (random.nextLong() & VARIANT_MASK) | VARIANT_2;
        return new UUID(high, low).toString();
    }
}
