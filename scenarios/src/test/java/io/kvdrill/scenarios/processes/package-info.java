@NullMarked
package io.kvdrill.scenarios.processes;

import org.jspecify.annotations.NullMarked;
