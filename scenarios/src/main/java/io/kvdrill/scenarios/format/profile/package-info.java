/** Profiles as people write them: a preset, and rows that differ from it, by our names or vLLM's. */
@NullMarked
package io.kvdrill.scenarios.format.profile;

import org.jspecify.annotations.NullMarked;
