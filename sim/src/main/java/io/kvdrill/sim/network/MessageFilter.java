package io.kvdrill.sim.network;

import io.kvdrill.core.protocol.Message;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are meant; null stands for any.
 *
 * @param from the sender's address
 * @param to the receiver's address
 * @param type a wire name, such as {@code transfer_done}
 * @param request a {@code kv_request_id}
 */
public record MessageFilter(
        @Nullable String from,
        @Nullable String to,
        @Nullable String type,
        @Nullable String request) {

    /** Every message. */
    public static MessageFilter any() {
        return new MessageFilter(null, null, null, null);
    }

    boolean matches(String sender, String receiver, Frame frame) {
        return (from == null || from.equals(sender))
                && (to == null || to.equals(receiver))
                && (type == null || type.equals(frame.what()))
                && (request == null
                        || (frame.message instanceof Message.RequestMessage message
                                && request.equals(message.request())));
    }
}
