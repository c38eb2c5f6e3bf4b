@NullMarked
package io.kvdrill.scenarios.summary;

import org.jspecify.annotations.NullMarked;
