package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.RoundScope;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request ids that the client role knows, each for as long as it probes or loads, and the rounds they are given. */
final class ClientRequests {
    private final Rules rules;
    private final Map<String, ClientRequest> requests = new LinkedHashMap<>();
    private long sessionRounds;

    ClientRequests(Rules rules) {
        this.rules = rules;
    }

    @Nullable ClientRequest get(String id) {
        return requests.get(id);
    }

    ClientRequest open(String id) {
        return requests.computeIfAbsent(id, ClientRequest::new);
    }

    /** The request's current round: allocated at its first lookup since its last fetch, else at the fetch. */
    long currentRound(ClientRequest request) {
        return request.round(this::nextRound);
    }

    private long nextRound(ClientRequest request) {
        return rules.is(Rows.ROUND_SCOPE, RoundScope.PER_SESSION) ? sessionRounds++ : request.takeOwnRound();
    }

    /** Forgets a request that neither probes nor loads any more. */
    void prune(ClientRequest request) {
        if (request.idle()) {
            requests.remove(request.id);
        }
    }

    List<ClientRequest> all() {
        return List.copyOf(requests.values());
    }

    int size() {
        return requests.size();
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(sessionRounds);
        long sum = 0;
        for (ClientRequest request : requests.values()) {
            Digest one = new Digest();
            request.digest(one, nowNanos);
            sum += one.value();
        }
        digest.add(sum);
    }
}
