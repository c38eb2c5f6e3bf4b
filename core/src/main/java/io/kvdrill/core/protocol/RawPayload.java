package io.kvdrill.core.protocol;

/**
 * A frame that decoded, and whose content nobody has looked at yet.
 *
 * @param value what the frame held; not necessarily a map
 * @param bytes the size of the frame on the wire
 */
public record RawPayload(WireValue value, int bytes) implements Payload {}
