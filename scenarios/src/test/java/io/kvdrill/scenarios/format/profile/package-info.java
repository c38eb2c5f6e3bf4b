@NullMarked
package io.kvdrill.scenarios.format.profile;

import org.jspecify.annotations.NullMarked;
