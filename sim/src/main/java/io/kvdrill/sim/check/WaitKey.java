package io.kvdrill.sim.check;

/**
 * Which wait it is. Kinds use as much of the name as they need.
 *
 * @param number a job, a round or a lookup
 */
record WaitKey(WaitKind kind, String peer, String request, long number) {}
