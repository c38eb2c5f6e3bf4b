/** What a run leaves for its reader. Knows the trace and nothing of how it was made. */
@NullMarked
package io.kvdrill.reports;

import org.jspecify.annotations.NullMarked;
