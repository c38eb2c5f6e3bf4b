/** The scenario format, the shipped scenarios, the runners and the command line. */
@NullMarked
package io.kvdrill.scenarios;

import org.jspecify.annotations.NullMarked;
