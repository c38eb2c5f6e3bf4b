@NullMarked
package io.kvdrill.reports.timeline;

import org.jspecify.annotations.NullMarked;
