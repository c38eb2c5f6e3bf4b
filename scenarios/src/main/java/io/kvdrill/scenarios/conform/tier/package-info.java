/** Our own tier as a subject: the doubles of FORMAT.md section 5 under it, and the calls of section 6 on top. */
@NullMarked
package io.kvdrill.scenarios.conform.tier;

import org.jspecify.annotations.NullMarked;
