/**
 * A tier on a bench: scripted transports, a recording parent, and the laws that every run must keep. For tests of core at
 * the tier's own surface, and for modules that use this test-jar.
 */
@NullMarked
package io.kvdrill.core.testkit;

import org.jspecify.annotations.NullMarked;
