package io.kvdrill.core.manager;

import io.kvdrill.core.transport.PeerAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request's {@code kv_transfer_params} ask for (protocol.md section 1). Parsed once, when the request comes in.
 *
 * @param source where it fetches from, or null
 * @param destination for whom it stores, or null
 */
public record TransferParams(
        @Nullable Source source, @Nullable Destination destination) {

    /** Fetches under an id from a peer; symmetric requests ask first. */
    public record Source(String request, String peer, boolean symmetric) {}

    /** The same, with the peer's id in its one spelling ({@link PeerAddress}). */
    TransferParams withCanonicalPeer() {
        if (source == null) {
            return this;
        }
        String peer = PeerAddress.canonical(source.peer());
        return new TransferParams(new Source(source.request(), peer, source.symmetric()), destination);
    }

    /** Stores under an id; null where the client named none. */
    public record Destination(@Nullable String request) {}

    /** Parameters that a client should not have sent. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /** Asks for nothing. */
    public static final TransferParams NONE = new TransferParams(null, null);

    /**
     * Reads the parameters.
     *
     * @throws Malformed if something truthy has the wrong type
     */
    public static TransferParams parse(@Nullable Map<String, ?> params) {
        if (params == null) {
            return NONE;
        }
        return new TransferParams(source(params), destination(params));
    }

    private static @Nullable Source source(Map<String, ?> params) {
        boolean symmetric = params.get("remote_prefiller") == null;
        String name = symmetric ? "remote_kv_source" : "remote_prefiller";
        Object role = params.get(name);
        if (!truthy(role)) {
            return null;
        }
        Map<?, ?> fields = fields(name, role);
        Object host = fields.get("remote_host");
        Object port = fields.get("remote_port");
        Object request = fields.get("kv_request_id");
        if (!truthy(host) || !truthy(port) || !truthy(request)) {
            return null;
        }
        return new Source(id(name, request), host + ":" + port, symmetric);
    }

    private static @Nullable Destination destination(Map<String, ?> params) {
        Object role = params.get("remote_decoder");
        if (role == null) {
            return null;
        }
        Object request = fields("remote_decoder", role).get("kv_request_id");
        return new Destination(truthy(request) ? id("remote_decoder", request) : null);
    }

    private static String id(String role, @Nullable Object request) {
        if (request instanceof String text) {
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                throw new Malformed(role + ".kv_request_id is no valid Unicode, so no message can carry it");
            }
            return text;
        }
        throw new Malformed(role + ".kv_request_id is not text: " + request);
    }

    private static Map<?, ?> fields(String name, @Nullable Object role) {
        if (role instanceof Map<?, ?> fields) {
            return fields;
        }
        throw new Malformed(name + " is not a map: " + role);
    }

    /** As Python judges it: absent, false, zero and empty values are not. */
    private static boolean truthy(@Nullable Object value) {
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof CharSequence text) {
            return !text.isEmpty();
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        if (value instanceof Map<?, ?> map) {
            return !map.isEmpty();
        }
        return !(value instanceof java.util.Collection<?> collection) || !collection.isEmpty();
    }
}
