@NullMarked
package io.kvdrill.reports.page;

import org.jspecify.annotations.NullMarked;
