package io.kvdrill.core.session;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.DataTransport;
import org.jspecify.annotations.Nullable;

/**
 * What all sessions of one tier share.
 *
 * @param localId our own peer id, {@code host:port}
 * @param fingerprint our compatibility fingerprint; empty accepts any
 * @param hashSeed the seed of our block hashes
 * @param epoch our incarnation, or null where the profile sends none
 * @param domain our failure domain, or null where we announce none
 */
public record TierContext(
        String localId,
        String fingerprint,
        String hashSeed,
        @Nullable Long epoch,
        @Nullable String domain,
        Rules rules,
        Deadlines deadlines,
        DataTransport data,
        TraceSink trace) {}
