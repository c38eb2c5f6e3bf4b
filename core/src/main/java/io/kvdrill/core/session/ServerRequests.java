package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request ids that the server role knows, each for as long as it has anything open. */
final class ServerRequests {
    private final Session session;
    private final Rules rules;
    private final Map<String, ServerRequest> requests = new LinkedHashMap<>();

    ServerRequests(Session session, Rules rules) {
        this.session = session;
        this.rules = rules;
    }

    @Nullable ServerRequest get(String id) {
        return requests.get(id);
    }

    /** The request that our own engine opens or continues. */
    ServerRequest open(String id) {
        return requests.computeIfAbsent(id, ServerRequest::new);
    }

    /**
     * The request that a peer's message opens or continues.
     *
     * @throws ProtocolViolation if the peer keeps too many open
     */
    ServerRequest openForPeer(String id) {
        ServerRequest request = requests.get(id);
        if (request == null && requests.size() >= rules.amount(Rows.MAX_OPEN_IDS_PER_PEER)) {
            rules.reach(Rows.MAX_OPEN_IDS_PER_PEER);
            throw new ProtocolViolation("more than " + requests.size() + " request ids open");
        }
        return open(id);
    }

    /** Forgets a request that has nothing open any more. */
    void prune(ServerRequest request) {
        if (request.idle() && requests.remove(request.id) != null) {
            session.onServerRequestIdle(request.id);
        }
    }

    List<ServerRequest> all() {
        return List.copyOf(requests.values());
    }

    int size() {
        return requests.size();
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (ServerRequest request : requests.values()) {
            Digest one = new Digest();
            request.digest(one, nowNanos);
            sum += one.value();
        }
        digest.add(sum);
    }
}
