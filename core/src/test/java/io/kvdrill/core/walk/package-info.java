/** Random walks over a tier: whatever engine, peers and transports do in whatever order, the laws hold. */
@NullMarked
package io.kvdrill.core.walk;

import org.jspecify.annotations.NullMarked;
