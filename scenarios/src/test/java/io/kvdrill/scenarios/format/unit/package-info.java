@NullMarked
package io.kvdrill.scenarios.format.unit;

import org.jspecify.annotations.NullMarked;
