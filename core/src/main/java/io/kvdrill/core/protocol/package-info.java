/**
 * What travels on the control channel: the nine messages of the tier as sealed records, their msgpack form, and the
 * validation of what a peer sends.
 *
 * <p>Decoding has two steps, because they fail differently (protocol.md section 2): bytes become a {@link
 * io.kvdrill.core.protocol.WireValue}, or are dropped without touching the sender; a value becomes a {@link
 * io.kvdrill.core.protocol.Message}, or is ignored, counted, or punished with a disconnect.
 */
@NullMarked
package io.kvdrill.core.protocol;

import org.jspecify.annotations.NullMarked;
