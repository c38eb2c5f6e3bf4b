package io.kvdrill.core.protocol;

/** What a session makes of one decoded frame; each alternative asks for another reaction (protocol.md section 2). */
public sealed interface Reading {

    /** A message whose shape is right. */
    record Valid(Message message) implements Reading {}

    /**
     * Not a map, or of no known type. Dropped; counts as a successful dispatch.
     *
     * @param reason for people
     */
    record Ignored(String reason) implements Reading {}

    /**
     * A message that breaks the protocol. Ends the session: with a disconnect, unless the message is a connect that the
     * session still expects.
     *
     * @param type what it claimed to be
     * @param reason for people: the field, what was expected and what was found
     */
    record Violation(Message.Type type, String reason) implements Reading {}

    /**
     * A message on which the modelled receiver fails with an error that is not about the protocol: counted, and fatal
     * only when repeated. Does not happen where key elements must be bytes.
     *
     * @param type what it claimed to be
     * @param reason for people
     */
    @SuppressWarnings("JavaLangClash") // always written with its owner's name
    record InternalError(Message.Type type, String reason) implements Reading {}
}
