/** {@code kvdrill doctor}: what of that which real peers need is here, what is missing, and how to get it. */
@NullMarked
package io.kvdrill.scenarios.doctor;

import org.jspecify.annotations.NullMarked;
