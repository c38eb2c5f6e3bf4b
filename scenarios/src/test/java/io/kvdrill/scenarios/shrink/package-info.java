@NullMarked
package io.kvdrill.scenarios.shrink;

import org.jspecify.annotations.NullMarked;
