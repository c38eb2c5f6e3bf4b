package io.kvdrill.core.tier;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as the engine knows it. Compared by identity: two requests may carry equal parameters.
 *
 * <p>The parameters come from an API client and are unchecked: values may be of any JSON-like type.
 */
public final class RequestContext {
    private final String requestId;
    private final @Nullable Map<String, ?> kvTransferParams;

    /**
     * A request.
     *
     * @param requestId the engine's own name for it
     * @param kvTransferParams what the client asked for, or null; kept, not copied
     */
    public RequestContext(String requestId, @Nullable Map<String, ?> kvTransferParams) {
        this.requestId = requestId;
        this.kvTransferParams = kvTransferParams;
    }

    /** The engine's own name for the request. */
    public String requestId() {
        return requestId;
    }

    /** The client's {@code kv_transfer_params}, or null. */
    public @Nullable Map<String, ?> kvTransferParams() {
        return kvTransferParams;
    }

    @Override
    public String toString() {
        return requestId;
    }
}
