@NullMarked
package io.kvdrill.scenarios.fidelity;

import org.jspecify.annotations.NullMarked;
