/** The tier: state machines against interfaces, without a clock, socket, thread, file or random number of its own. */
@NullMarked
package io.kvdrill.core;

import org.jspecify.annotations.NullMarked;
