package io.kvdrill.core.tier;

import io.kvdrill.core.protocol.BlockKey;
import java.util.List;

/**
 * A tier as its engine drives it: single-threaded, never blocking, with time as an argument. {@code nowNanos} is read
 * once per engine step from a monotonic clock of arbitrary origin and must not go back between calls.
 *
 * <p>An exception that leaves any method here is a {@link TierFailure}: under an older profile's rules it is what would
 * have crashed the engine; under {@code hardened} there is none.
 */
public interface SecondaryTier {

    /** {@link #nextDeadlineNanos} when nothing is waited for. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /** A request enters the engine. Reads its transfer parameters, and dials its source. */
    StorePolicy onNewRequest(long nowNanos, RequestContext context);

    /** Whether the block can be had through this request's source. */
    LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext context);

    /** Takes blocks for whoever fetches them under this request's id. */
    void submitStore(long nowNanos, TransferJob job, RequestContext context);

    /** Fetches blocks from this request's source. */
    void submitLoad(long nowNanos, TransferJob job, RequestContext context);

    /** The request has left the engine. Jobs already submitted still get their results. */
    void onRequestFinished(long nowNanos, RequestContext context);

    /** End of an engine step: what was asked during it goes out. */
    void onScheduleEnd(long nowNanos);

    /** Answers peers' lookups through {@code parent}, which is valid during this call only. */
    void serveExternalRequests(long nowNanos, ParentTier parent);

    /** One sweep over everything that has happened or fallen due; then hands over all results not yet handed over. */
    List<TierResult> getFinishedJobs(long nowNanos);

    /** Whether the engine must keep stepping; always true for this tier. */
    boolean hasPendingWork();

    /**
     * When to come back with a step (sweep, serve window, end) even if nothing arrives, on the clock of {@code nowNanos};
     * {@link #NO_DEADLINE} if never. A step before then that finds no message, completion or call changes nothing but
     * what the engine's cache answers anew.
     */
    long nextDeadlineNanos();

    /**
     * One step towards having no open job; call it again, a millisecond later say, while it answers {@link
     * StepOutcome#AGAIN}.
     */
    StepOutcome drainStep(long nowNanos);

    /** One step of a bounded shutdown; call it again while it answers {@link StepOutcome#AGAIN}, and nothing else. */
    StepOutcome shutdownStep(long nowNanos);

    /** Whether a stepwise operation is over. */
    enum StepOutcome {
        /** Not yet. */
        AGAIN,
        /** It is. */
        DONE
    }

    /**
     * A 64-bit digest of everything that influences what the tier will do, deadlines counted from {@code nowNanos}.
     * Equal for equal states.
     */
    long stateDigest(long nowNanos);
}
