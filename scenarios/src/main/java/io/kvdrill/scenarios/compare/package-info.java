/** Variants of a scenario on the same seeds: what differs, by how much, and whether that could be chance. */
@NullMarked
package io.kvdrill.scenarios.compare;

import org.jspecify.annotations.NullMarked;
