/**
 * YAML as a tree of located values: read with limits, without tags, types or objects, and editable by path. What the
 * values mean is for {@link io.kvdrill.scenarios.format.shape}.
 */
@NullMarked
package io.kvdrill.scenarios.format.yaml;

import org.jspecify.annotations.NullMarked;
