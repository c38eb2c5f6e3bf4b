@NullMarked
package io.kvdrill.scenarios.format.yaml;

import org.jspecify.annotations.NullMarked;
