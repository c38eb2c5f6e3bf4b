/** Versions of the scenario format, and how documents of older ones become documents of this one. */
@NullMarked
package io.kvdrill.scenarios.format.version;

import org.jspecify.annotations.NullMarked;
