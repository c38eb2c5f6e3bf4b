package io.kvdrill.core.manager;

import java.util.function.Supplier;

/**
 * What a tier is told about itself.
 *
 * @param localId its own peer id, {@code host:port}: the identity that peers dial back
 * @param fingerprint its compatibility fingerprint; empty accepts any
 * @param hashSeed the seed of its block hashes; asked when the first session is opened, not before
 * @param failureDomain what it would die with, as it announces it to peers; empty announces none
 */
public record TierConfig(String localId, String fingerprint, Supplier<String> hashSeed, String failureDomain) {
    /** A tier that announces no failure domain. */
    public TierConfig(String localId, String fingerprint, Supplier<String> hashSeed) {
        this(localId, fingerprint, hashSeed, "");
    }
}
