package io.kvdrill.core.session;

/**
 * A block that a peer may fetch.
 *
 * @param job whose slot it is
 * @param slot where it lies in our region
 */
record Supply(StoreJob job, long slot) {}
