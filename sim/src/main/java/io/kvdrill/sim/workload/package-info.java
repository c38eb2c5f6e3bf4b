/**
 * Requests that nobody wrote down: what the sessions of a workload ask, when they arrive, and which peers a router sends
 * them to. All chance is drawn when a session arrives, from streams of its workload, so that what is asked does not
 * depend on what becomes of it.
 */
@NullMarked
package io.kvdrill.sim.workload;

import org.jspecify.annotations.NullMarked;
