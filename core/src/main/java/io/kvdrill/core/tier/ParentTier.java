package io.kvdrill.core.tier;

import io.kvdrill.core.protocol.BlockKey;
import java.util.List;

/**
 * The engine's cache, asked on behalf of a peer: {@code newRequest} → {@code lookup}* → {@code createStoreJob}* → {@code
 * requestFinished}, the last one always. Valid only during the {@link SecondaryTier#serveExternalRequests} call that it
 * was passed to; {@code requestFinished} may come in a later one.
 */
public interface ParentTier {

    /** Introduces a context before it is used. */
    void newRequest(RequestContext context);

    /** Whether the block is in the cache, or in another tier of this engine. */
    LookupOutcome lookup(BlockKey key, RequestContext context);

    /**
     * Pins blocks that were answered {@link LookupOutcome#HIT} within this window.
     *
     * @return a store job of the keys that could be pinned, which the tier now owes a result
     */
    TransferJob createStoreJob(List<BlockKey> keys, RequestContext context);

    /** Ends a context. */
    void requestFinished(RequestContext context);
}
