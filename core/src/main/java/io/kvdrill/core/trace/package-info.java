/**
 * The typed events that a run leaves behind. Checks and reports read only these, and the state that they may inspect.
 *
 * <p>Every event is a record. Its components are its fields; their names, in snake case, are what a stored trace shows.
 * Component types are {@code String}, {@code long}, {@code int}, {@code boolean}, enums, {@link
 * io.kvdrill.core.protocol.BlockKey}, {@link io.kvdrill.core.protocol.SlotList}, {@link
 * io.kvdrill.core.protocol.Message}, and lists of these. Times are nanoseconds and say so in their names.
 */
@NullMarked
package io.kvdrill.core.trace;

import org.jspecify.annotations.NullMarked;
