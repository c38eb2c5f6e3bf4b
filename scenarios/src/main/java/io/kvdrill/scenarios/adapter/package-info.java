/** Checks whether a process keeps to {@code docs/tier-protocol.md}, whatever the tier in it does. */
@NullMarked
package io.kvdrill.scenarios.adapter;

import org.jspecify.annotations.NullMarked;
