/** Answers "what is ...?": laws, profiles, rows, scenarios and the fields of scenario files. */
@NullMarked
package io.kvdrill.scenarios.explain;

import org.jspecify.annotations.NullMarked;
