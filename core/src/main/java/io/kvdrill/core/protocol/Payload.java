package io.kvdrill.core.protocol;

/**
 * One decoded frame as a transport hands it to a session: a message whose shape is already known to be right, or a raw
 * value that has yet to be validated. Real transports deliver {@link RawPayload}s; a simulated one may pass the sender's
 * {@link Message} along and save the codec.
 */
public sealed interface Payload permits Message, RawPayload {}
