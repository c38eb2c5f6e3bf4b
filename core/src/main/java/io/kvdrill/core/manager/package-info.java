/**
 * The tier manager (protocol.md section 6): one session per peer, and the few maps that outlive a session. Each thing it
 * keeps has a class of its own, which also empties it.
 */
@NullMarked
package io.kvdrill.core.manager;

import org.jspecify.annotations.NullMarked;
