@NullMarked
package io.kvdrill.scenarios.shipped;

import org.jspecify.annotations.NullMarked;
