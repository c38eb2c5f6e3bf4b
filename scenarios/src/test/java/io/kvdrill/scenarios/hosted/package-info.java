@NullMarked
package io.kvdrill.scenarios.hosted;

import org.jspecify.annotations.NullMarked;
