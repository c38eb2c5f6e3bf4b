/** Replays recorded behaviour against a tier: ours, or a process of the user's. */
@NullMarked
package io.kvdrill.scenarios.conform;

import org.jspecify.annotations.NullMarked;
