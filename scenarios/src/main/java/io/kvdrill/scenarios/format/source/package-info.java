/** Where text came from, what is wrong with it, and how that is told to the person who wrote it. */
@NullMarked
package io.kvdrill.scenarios.format.source;

import org.jspecify.annotations.NullMarked;
