@NullMarked
package io.kvdrill.scenarios.search;

import org.jspecify.annotations.NullMarked;
