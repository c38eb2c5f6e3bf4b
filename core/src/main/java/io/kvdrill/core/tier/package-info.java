/**
 * The contract between a secondary tier and the engine that hosts it (protocol.md sections 6.2 and 8): what the engine
 * calls, what it gets back, and the handle through which the tier asks the engine's own cache on behalf of a peer.
 */
@NullMarked
package io.kvdrill.core.tier;

import org.jspecify.annotations.NullMarked;
