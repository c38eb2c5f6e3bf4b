/**
 * The contract kit: what a control and a data transport promise, one test for each promise. A module with a transport
 * extends {@link io.kvdrill.core.transport.contract.ControlTransportContract} or {@link
 * io.kvdrill.core.transport.contract.DataTransportContract} and gives it a fixture, which declares what the transport can
 * do beyond the promises; what it does not declare is not tested, and reported as such.
 */
@NullMarked
package io.kvdrill.core.transport.contract;

import org.jspecify.annotations.NullMarked;
