package io.kvdrill.core.transport;

/**
 * What a data transport can do. Nothing here is assumed: the tier asks.
 *
 * @param cancelStopsBytes after {@link DataTransport#cancel} no byte of a cancelled write lands; false for UCX (protocol
 *     section 7.3)
 * @param fencesOutbound {@link DataTransport#fence} stops our own writes to the peer
 * @param fencesInbound {@link DataTransport#fence} stops the peer's writes into our region
 * @param knowsProgress {@link DataTransport#bytesWritten} answers
 * @param declaredBytesPerSecond bandwidth to one peer that writes may be judged by; 0 if undeclared
 */
public record DataCapabilities(
        boolean cancelStopsBytes,
        boolean fencesOutbound,
        boolean fencesInbound,
        boolean knowsProgress,
        long declaredBytesPerSecond) {}
