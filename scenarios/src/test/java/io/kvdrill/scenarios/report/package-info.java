@NullMarked
package io.kvdrill.scenarios.report;

import org.jspecify.annotations.NullMarked;
