@NullMarked
package io.kvdrill.scenarios.compare;

import org.jspecify.annotations.NullMarked;
