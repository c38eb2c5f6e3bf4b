@NullMarked
package io.kvdrill.scenarios.fieldcase;

import org.jspecify.annotations.NullMarked;
