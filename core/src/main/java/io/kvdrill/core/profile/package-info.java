/**
 * Named sets of timeouts and behaviours (profiles.md): the same state machines run under any of them. {@link
 * io.kvdrill.core.profile.Rows} is the catalogue, {@link io.kvdrill.core.profile.Preset} names the columns.
 */
@NullMarked
package io.kvdrill.core.profile;

import org.jspecify.annotations.NullMarked;
