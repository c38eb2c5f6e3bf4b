/** Processes of users that kvdrill asks questions: started, asked, timed, and ended with kvdrill. */
@NullMarked
package io.kvdrill.scenarios.process;

import org.jspecify.annotations.NullMarked;
