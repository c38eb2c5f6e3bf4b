@NullMarked
package io.kvdrill.scenarios.conform.subject;

import org.jspecify.annotations.NullMarked;
