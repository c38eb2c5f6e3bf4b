/** The command line: what is asked, what is answered, and with which exit status. */
@NullMarked
package io.kvdrill.scenarios.cli;

import org.jspecify.annotations.NullMarked;
