@NullMarked
package io.kvdrill.scenarios.calibrate;

import org.jspecify.annotations.NullMarked;
