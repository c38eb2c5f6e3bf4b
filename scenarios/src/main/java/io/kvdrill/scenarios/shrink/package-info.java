/** The verbs {@code shrink} and {@code why}: small files of failing runs, and the moment that made one inevitable. */
@NullMarked
package io.kvdrill.scenarios.shrink;

import org.jspecify.annotations.NullMarked;
