@NullMarked
package io.kvdrill.reports.export;

import org.jspecify.annotations.NullMarked;
