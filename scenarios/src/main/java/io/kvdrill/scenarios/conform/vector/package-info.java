/** Conformance vectors as data: reading them, checking them, and the JSON form of messages. */
@NullMarked
package io.kvdrill.scenarios.conform.vector;

import org.jspecify.annotations.NullMarked;
