/** The real world: control and data transports. */
@NullMarked
package io.kvdrill.transports;

import org.jspecify.annotations.NullMarked;
