/** Tiers in processes of their users, rehearsed like kvdrill's own; {@code docs/tier-protocol.md} is what they speak. */
@NullMarked
package io.kvdrill.scenarios.hosted;

import org.jspecify.annotations.NullMarked;
