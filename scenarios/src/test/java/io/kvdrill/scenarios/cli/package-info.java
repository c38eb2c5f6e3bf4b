@NullMarked
package io.kvdrill.scenarios.cli;

import org.jspecify.annotations.NullMarked;
