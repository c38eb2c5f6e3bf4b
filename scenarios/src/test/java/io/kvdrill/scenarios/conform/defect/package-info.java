/** Each defect of FORMAT.md section 9.2, shown by a recorded vector and found by looking for it in what the tier did. */
@NullMarked
package io.kvdrill.scenarios.conform.defect;

import org.jspecify.annotations.NullMarked;
