@NullMarked
package io.kvdrill.reports.pair;

import org.jspecify.annotations.NullMarked;
