@NullMarked
package io.kvdrill.scenarios.node;

import org.jspecify.annotations.NullMarked;
