package io.kvdrill.core.session;

/**
 * A load that has its result, and whose slots a write of a closed session may still land in.
 *
 * @param heldSinceNanos since when its slots are held without a live load
 */
public record HeldLoad(long job, String request, long round, long heldSinceNanos) {}
