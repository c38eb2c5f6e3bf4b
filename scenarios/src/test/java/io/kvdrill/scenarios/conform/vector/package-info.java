@NullMarked
package io.kvdrill.scenarios.conform.vector;

import org.jspecify.annotations.NullMarked;
