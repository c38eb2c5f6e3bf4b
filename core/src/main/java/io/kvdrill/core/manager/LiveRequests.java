package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.tier.RequestContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that are in the engine, with what their parameters ask for, and how many there are of each id. */
final class LiveRequests {
    private final Map<RequestContext, TransferParams> params = new LinkedHashMap<>();
    private final Map<String, Integer> sources = new LinkedHashMap<>();
    private final Map<String, Integer> destinations = new LinkedHashMap<>();

    void open(RequestContext context, TransferParams parsed) {
        if (params.put(context, parsed) == null) {
            count(parsed, 1);
        }
    }

    /** What a request asks for; nothing for one that is not known. */
    TransferParams of(RequestContext context) {
        return params.getOrDefault(context, TransferParams.NONE);
    }

    TransferParams close(RequestContext context) {
        TransferParams parsed = params.remove(context);
        if (parsed == null) {
            return TransferParams.NONE;
        }
        count(parsed, -1);
        return parsed;
    }

    boolean anyFetching(String request) {
        return sources.containsKey(request);
    }

    boolean anyStoring(String request) {
        return destinations.containsKey(request);
    }

    private void count(TransferParams parsed, int change) {
        if (parsed.source() != null) {
            sources.merge(parsed.source().request(), change, LiveRequests::sumOrGone);
        }
        if (parsed.destination() != null && parsed.destination().request() != null) {
            destinations.merge(parsed.destination().request(), change, LiveRequests::sumOrGone);
        }
    }

    private static @Nullable Integer sumOrGone(Integer before, Integer change) {
        int sum = before + change;
        return sum == 0 ? null : Integer.valueOf(sum);
    }

    int size() {
        return params.size();
    }

    void digest(Digest digest) {
        long sum = 0;
        for (TransferParams parsed : params.values()) {
            sum += new Digest().add(parsed.toString()).value();
        }
        digest.add(sum);
    }
}
