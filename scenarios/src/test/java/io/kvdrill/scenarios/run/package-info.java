@NullMarked
package io.kvdrill.scenarios.run;

import org.jspecify.annotations.NullMarked;
