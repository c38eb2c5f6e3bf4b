/** What a trace is made of. */
@NullMarked
package io.kvdrill.core.trace;

import org.jspecify.annotations.NullMarked;
