package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.tier.RequestContext;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names request contexts {@code <peer>|<kv_request_id>|<k>}, counting those of each peer and id (FORMAT.md section 5.3). */
public final class ContextLabels {
    /** What the tier calls its contexts; a peer is a host, a colon and a port. */
    private static final Pattern NAME = Pattern.compile("p2p:(.*?:[0-9]+):(.*):lu[0-9]+", Pattern.DOTALL);

    private final IdentityHashMap<RequestContext, String> labels = new IdentityHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /** No context was opened yet. */
    public ContextLabels() {}

    /**
     * The label of a new context.
     *
     * @throws ScriptFailure if it is not called as a peer's lookup is
     */
    public String open(RequestContext context) {
        Matcher name = NAME.matcher(context.requestId());
        if (!name.matches()) {
            throw new ScriptFailure(
                    "the context is called " + context.requestId() + "; expected p2p:<peer>:<kv_request_id>:lu<n>");
        }
        String of = name.group(1) + "|" + name.group(2);
        String label = of + "|" + counts.merge(of, 1, Integer::sum);
        labels.put(context, label);
        return label;
    }

    /**
     * The label of an open context.
     *
     * @throws ScriptFailure if it was never opened
     */
    public String of(RequestContext context) {
        String label = labels.get(context);
        if (label == null) {
            throw new ScriptFailure("the context " + context.requestId() + " was never opened with newRequest");
        }
        return label;
    }
}
