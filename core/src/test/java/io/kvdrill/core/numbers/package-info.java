@NullMarked
package io.kvdrill.core.numbers;

import org.jspecify.annotations.NullMarked;
