@NullMarked
package io.kvdrill.scenarios.conform.compare;

import org.jspecify.annotations.NullMarked;
