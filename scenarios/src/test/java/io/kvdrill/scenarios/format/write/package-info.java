@NullMarked
package io.kvdrill.scenarios.format.write;

import org.jspecify.annotations.NullMarked;
