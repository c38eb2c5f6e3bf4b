/**
 * The two transports under the tier, as interfaces: control messages, and one-sided writes into a peer's memory. Each
 * contract says what is promised and, as important, what is not; one test suite holds every implementation to it.
 */
@NullMarked
package io.kvdrill.core.transport;

import org.jspecify.annotations.NullMarked;
