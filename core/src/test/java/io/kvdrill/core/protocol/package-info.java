@NullMarked
package io.kvdrill.core.protocol;

import org.jspecify.annotations.NullMarked;
