/** What is said of many numbers, in one way wherever it is said. */
@NullMarked
package io.kvdrill.core.numbers;

import org.jspecify.annotations.NullMarked;
