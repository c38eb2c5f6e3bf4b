@NullMarked
package io.kvdrill.scenarios.format.source;

import org.jspecify.annotations.NullMarked;
