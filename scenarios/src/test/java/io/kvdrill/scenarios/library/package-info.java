@NullMarked
package io.kvdrill.scenarios.library;

import org.jspecify.annotations.NullMarked;
