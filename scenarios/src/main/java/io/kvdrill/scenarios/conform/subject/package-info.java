/** What is held against the vectors: the interface, and a process of the user's own behind it. */
@NullMarked
package io.kvdrill.scenarios.conform.subject;

import org.jspecify.annotations.NullMarked;
