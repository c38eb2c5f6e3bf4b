/**
 * What a run is made of, as pure data: peers, links, requests, faults, moments, expectations. Records only; reading and
 * writing files is the business of {@code scenarios}, and making it happen that of {@code sim.run}.
 *
 * <p>Times are virtual nanoseconds from the start of the run unless a name says otherwise. A list keeps its order: the
 * paths that {@link io.kvdrill.sim.world.WorldValidation} reports are counted in it.
 */
@NullMarked
package io.kvdrill.sim.world;

import org.jspecify.annotations.NullMarked;
