@NullMarked
package io.kvdrill.scenarios.conform;

import org.jspecify.annotations.NullMarked;
