@NullMarked
package io.kvdrill.reports.json;

import org.jspecify.annotations.NullMarked;
