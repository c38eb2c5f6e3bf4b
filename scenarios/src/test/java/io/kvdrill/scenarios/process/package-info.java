@NullMarked
package io.kvdrill.scenarios.process;

import org.jspecify.annotations.NullMarked;
