/** Parts that several scenario files share: files that others include, each from its own folder or one below. */
@NullMarked
package io.kvdrill.scenarios.format.include;

import org.jspecify.annotations.NullMarked;
