@NullMarked
package io.kvdrill.scenarios.schema;

import org.jspecify.annotations.NullMarked;
