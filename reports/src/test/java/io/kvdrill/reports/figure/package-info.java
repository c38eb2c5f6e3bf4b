@NullMarked
package io.kvdrill.reports.figure;

import org.jspecify.annotations.NullMarked;
