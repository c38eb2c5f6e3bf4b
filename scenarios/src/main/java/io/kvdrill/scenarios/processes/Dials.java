package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.node.NodeClient;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether nodes reach the peers that they will dial. Both of a pair dial, so an address that is advertised and not reached,
 * or a firewall on one of the two ways, leaves every handshake open until its timeout, and the run says nothing of why.
 *
 * @param from who dials, by name
 * @param to who is dialled, by name
 */
record Dials(String from, String to) {

    /** Those that requests of a world lead to, both ways; between all peers where requests are generated, or there are none. */
    static Set<Dials> of(World world) {
        Set<Dials> dials = new LinkedHashSet<>();
        for (RequestSpec request : world.requests()) {
            add(dials, request.consume(), request.produce());
            add(dials, request.consume(), request.source());
            add(dials, request.produce(), request.source());
        }
        if (world.requests().isEmpty() || !world.workloads().isEmpty()) {
            for (PeerSpec one : world.peers()) {
                world.peers().forEach(other -> add(dials, one.name(), other.name()));
            }
        }
        return dials;
    }

    private static void add(Set<Dials> dials, @Nullable String one, @Nullable String other) {
        if (one != null && other != null && !one.equals(other)) {
            dials.add(new Dials(one, other));
            dials.add(new Dials(other, one));
        }
    }

    /**
     * Asks nodes whose own engines listen.
     *
     * @param placed the world, with its peers at the addresses of their nodes
     * @throws EnvironmentException if one does not reach another, saying which and what to do
     */
    static void expect(HostNodes nodes, World placed) {
        for (Dials dial : of(placed)) {
            dial.expect(nodes.client(dial.from()), placed.peer(dial.to()), nodes.client(dial.to()));
        }
    }

    private void expect(NodeClient dialler, PeerSpec dialled, NodeClient itsNode) {
        String node = "node " + from + " at " + dialler.url();
        try {
            HttpResponse<String> answer = dialler.post(
                    "/reach?host=" + URLEncoder.encode(dialled.host(), StandardCharsets.UTF_8) + "&port="
                            + dialled.port(),
                    "");
            JsonNode told = JsonMapper.shared().readTree(answer.body());
            if (answer.statusCode() != 200) {
                throw new EnvironmentException(node + ": " + NodeClient.problem(answer.statusCode(), answer.body()));
            }
            if (told.at("/reached").asBoolean(false) || isLent(itsNode)) {
                return; // whoever has it keeps the port, or does not yet listen; that is told when it is asked for
            }
            throw new EnvironmentException(node + " does not reach the control port of " + to + " at " + dialled.id()
                    + " (" + told.at("/why").asString("it does not say why") + "): start the node of " + to
                    + " with a --host that its peers dial, and let no firewall stand between the two");
        } catch (IOException e) {
            throw new EnvironmentException(node + " does not answer (" + e + ")");
        } catch (JacksonException e) {
            throw new EnvironmentException(node + " does not answer as a node of kvdrill does");
        }
    }

    private static boolean isLent(NodeClient node) throws IOException {
        return JsonMapper.shared()
                .readTree(node.get("/health").body())
                .at("/run")
                .asBoolean(false);
    }
}
