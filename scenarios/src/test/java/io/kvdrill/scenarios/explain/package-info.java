@NullMarked
package io.kvdrill.scenarios.explain;

import org.jspecify.annotations.NullMarked;
