@NullMarked
package io.kvdrill.scenarios.format.scenario;

import org.jspecify.annotations.NullMarked;
