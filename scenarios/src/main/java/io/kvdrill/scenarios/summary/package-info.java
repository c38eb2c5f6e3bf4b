/** What a whole invocation came to: a table for people, JUnit XML for CI systems, Markdown for pull requests. */
@NullMarked
package io.kvdrill.scenarios.summary;

import org.jspecify.annotations.NullMarked;
