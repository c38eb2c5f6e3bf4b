@NullMarked
package io.kvdrill.scenarios.conform.tier;

import org.jspecify.annotations.NullMarked;
