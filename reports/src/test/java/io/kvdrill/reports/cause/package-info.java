@NullMarked
package io.kvdrill.reports.cause;

import org.jspecify.annotations.NullMarked;
