package io.kvdrill.sim.world;

import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of the requests. */
final class RequestChecks {
    private final World world;
    private final Problems problems;
    private final List<String> peers;

    RequestChecks(World world, Problems problems) {
        this.world = world;
        this.problems = problems;
        this.peers = PeerChecks.names(world);
    }

    static void prompt(Problems problems, String path, Prompt prompt) {
        if (prompt.segments().isEmpty()) {
            problems.add(path, "is empty; a prompt has at least one token");
        }
        for (Prompt.Segment segment : prompt.segments()) {
            problems.range(path + ".tokens", segment.tokens(), 1, 1 << 28, " tokens");
            if (segment.text().isBlank()) {
                problems.add(path, "has a segment without a name");
            }
        }
    }

    void check() {
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (int i = 0; i < world.requests().size(); i++) {
            RequestSpec request = world.requests().get(i);
            String path = "requests[" + i + "]";
            Integer earlier = ids.putIfAbsent(request.id(), i);
            if (request.id().isBlank()) {
                problems.add(path + ".id", "is empty; give the request an id");
            } else if (earlier != null) {
                problems.add(path + ".id", "\"" + request.id() + "\" is the id of requests[" + earlier + "], too");
            }
            request(path, request);
        }
    }

    private void request(String path, RequestSpec request) {
        prompt(problems, path + ".prompt", request.prompt());
        problems.range(path + ".output_tokens", request.outputTokens(), 1, 1 << 28, " tokens");
        Long patience = request.clientGivesUpAfterNanos();
        if (patience != null) {
            problems.range(path + ".client_gives_up_after_nanos", patience, 1, Long.MAX_VALUE / 4, " ns");
        }
        peer(path + ".consume", request.consume());
        peer(path + ".produce", request.produce());
        peer(path + ".source", request.source());
        if (request.mode() == Mode.PD) {
            pd(path, request);
        } else {
            alone(path, request);
        }
    }

    private void pd(String path, RequestSpec request) {
        if (request.produce() == null) {
            problems.add(path + ".produce", "is missing: a pd request names the peer that computes its prompt");
        }
        boolean consumes = !(request.dispatch() instanceof Dispatch.Legs legs && legs.consume() == null);
        if (request.consume() == null && consumes) {
            problems.add(
                    path + ".consume",
                    "is missing: a pd request names the peer that answers it; where there is none, give its legs"
                            + " moments and leave the consumer's out");
        }
        if (request.produce() != null && request.produce().equals(request.consume())) {
            problems.add(path + ".consume", "is the peer that produces, too; use mode local");
        }
        if (request.source() != null && request.source().equals(request.produce())) {
            problems.add(path + ".source", "is the peer that produces; it cannot pull from itself");
        }
        if (request.dispatch() instanceof Dispatch.Legs legs && legs.produce() == null && legs.consume() == null) {
            problems.add(path + ".dispatch", "leaves both legs out; give at least one a moment");
        }
        if (request.dispatch() instanceof Dispatch.AfterPrefill after) {
            new Latencies(problems).check(path + ".dispatch.delay", after.delay(), 0);
        }
    }

    private void alone(String path, RequestSpec request) {
        if (request.consume() == null) {
            problems.add(path + ".consume", "is missing: name the peer that answers the request");
        }
        if (request.produce() != null) {
            problems.add(path + ".produce", "is only for pd requests; this one is " + word(request.mode()));
        }
        if (request.mode() == Mode.SYMMETRIC && request.source() == null) {
            problems.add(path + ".source", "is missing: a symmetric request names the peer that it pulls from");
        }
        if (request.mode() == Mode.LOCAL && request.source() != null) {
            problems.add(path + ".source", "is for symmetric and pd requests; this one is local");
        }
        if (request.dispatch() instanceof Dispatch.Legs) {
            problems.add(path + ".dispatch", "has moments for two legs; this request has one: use its arrival");
        }
    }

    private static String word(Mode mode) {
        return mode.name().toLowerCase(java.util.Locale.ROOT);
    }

    private void peer(String path, @Nullable String name) {
        if (name != null) {
            problems.known(path, "peer", name, peers);
        }
    }
}
