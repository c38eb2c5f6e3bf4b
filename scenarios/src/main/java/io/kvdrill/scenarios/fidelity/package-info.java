/** Holds a tier of a user's own against kvdrill's, on what runs of worlds tell kvdrill's. */
@NullMarked
package io.kvdrill.scenarios.fidelity;

import org.jspecify.annotations.NullMarked;
