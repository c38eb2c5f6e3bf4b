package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.node.NodeClient;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The nodes of a run by the names of its peers, with what they say of themselves. */
public final class HostNodes {
    private final Map<String, NodeClient> clients;
    private final Map<String, NodeFacts> facts = new LinkedHashMap<>();

    private HostNodes(Map<String, NodeClient> clients) {
        this.clients = clients;
    }

    /**
     * Nodes, none of which has been asked.
     *
     * @param words as they stand after {@code --node}: {@code prefill=http://10.0.0.1:8000}
     * @param token that they want to see; empty for none
     * @throws InvalidInputException if these are no nodes
     */
    public static HostNodes of(List<String> words, String token) {
        Map<String, NodeClient> clients = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw refuse("--node " + word + ": no node of a peer", "PEER=http://HOST:PORT");
            }
            String name = word.substring(0, equals);
            String given = "--node " + name + "=";
            NodeClient client = new NodeClient(NodeClient.address(given, word.substring(equals + 1)), token);
            if (clients.containsKey(name)) {
                throw refuse(given + " is there twice", "one node for each peer");
            }
            clients.forEach((other, known) -> {
                if (known.url().equals(client.url())) {
                    throw refuse(given + client.url() + " is the node of " + other, "one node for each peer");
                }
            });
            clients.put(name, client);
        }
        return new HostNodes(clients);
    }

    /**
     * Asks all nodes what they are.
     *
     * @throws EnvironmentException if one cannot be asked, or two cannot be peers, saying why
     */
    public void ask() {
        clients.forEach((name, client) -> facts.put(name, ask(name, client)));
        Map<String, String> ids = new LinkedHashMap<>();
        facts.forEach((name, fact) -> {
            String other = ids.putIfAbsent(fact.id(), name);
            if (other != null) {
                throw new EnvironmentException("the nodes of " + other + " and " + name + " have one identity, "
                        + fact.id() + ", so they cannot be peers; start one with another --host or --port");
            }
        });
        NodeFacts first = null;
        for (Map.Entry<String, NodeFacts> entry : facts.entrySet()) {
            first = first == null ? entry.getValue() : first;
            refuseApart(entry.getKey(), entry.getValue(), first);
        }
    }

    private void refuseApart(String name, NodeFacts fact, NodeFacts first) {
        String node = "node " + name + " at " + client(name).url();
        if (!fact.version().equals(Version.text())) {
            throw new EnvironmentException(
                    node + " is kvdrill " + fact.version() + ", this is " + Version.text() + "; use one version");
        }
        if (!fact.data().equals(first.data()) || !fact.backend().equals(first.backend())) {
            throw new EnvironmentException(node + " moves blocks over " + over(fact) + ", another over " + over(first)
                    + "; start all with one --data");
        }
        if (!fact.overNixl() && !fact.memory().equals(first.memory())) {
            throw new EnvironmentException(node + " has another shared memory than the first, and blocks go by that;"
                    + " start all with --data nixl");
        }
        boolean apart = !fact.memory().equals(first.memory());
        if (apart
                && (fact.host().startsWith("127.")
                        || fact.host().equals("localhost")
                        || fact.host().equals("[::1]"))) {
            throw new EnvironmentException(
                    node + " is dialled at " + fact.host() + ", which only its own host reaches; start it with --host");
        }
    }

    private static NodeFacts ask(String name, NodeClient client) {
        String node = "node " + name + " at " + client.url();
        try {
            HttpResponse<String> answer = client.get("/health");
            if (answer.statusCode() == 401) {
                throw new EnvironmentException(node + " " + client.unauthorized());
            }
            JsonNode health = JsonMapper.shared().readTree(answer.body());
            if (answer.statusCode() != 200 || health.at("/peer").asString("").isEmpty()) {
                throw new EnvironmentException(node + " is "
                        + (answer.statusCode() == 503
                                ? "ending"
                                : "no node: it answers with status " + answer.statusCode()));
            }
            return NodeFacts.of(health);
        } catch (IOException e) {
            throw new EnvironmentException(node + " does not answer (" + why(e)
                    + "): is it running, with --api at an address that is reached from here?");
        } catch (JacksonException e) {
            throw new EnvironmentException(node + " does not answer as a node of kvdrill does");
        }
    }

    private static String why(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Why a case cannot be run at any nodes, or has not the ones that it needs; asked before any node is. */
    public List<String> against(RunCase runCase) {
        List<String> reasons = new ArrayList<>(Refusals.of(runCase, false));
        World world = runCase.world();
        Set<String> names = new LinkedHashSet<>();
        for (PeerSpec peer : world.peers()) {
            names.add(peer.name());
            if (!clients.containsKey(peer.name())) {
                reasons.add("peer " + peer.name() + ": it has no node (--node " + peer.name() + "=URL)");
            }
        }
        clients.keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> reasons.add("--node " + name + ": no peer is called that"));
        for (FaultSpec fault : world.faults()) {
            if (Refusals.needsProxies(fault.fault())) {
                reasons.add("fault " + fault.fault().word() + ": nothing stands on the way between two nodes"
                        + " (--on processes has proxies there)");
            }
        }
        return reasons;
    }

    /** Why a case cannot be run at these nodes, which have been asked. */
    public List<String> againstNodes(RunCase runCase) {
        List<String> reasons = new ArrayList<>(Refusals.of(runCase, overNixl()));
        for (FaultSpec fault : runCase.world().faults()) {
            if (!Refusals.strikesProcesses(fault.fault())) {
                continue;
            }
            facts.forEach((name, fact) -> {
                if (!fact.faults()) {
                    reasons.add(
                            "fault " + fault.fault().word() + ": node " + name + " was started without --allow-faults");
                }
            });
        }
        return reasons;
    }

    /** The names of the peers, in the order in which their nodes were named. */
    List<String> names() {
        return List.copyOf(clients.keySet());
    }

    /** Whether all of them kill and stop processes on request. */
    boolean allowFaults() {
        return facts.values().stream().allMatch(NodeFacts::faults);
    }

    boolean overNixl() {
        return facts.values().stream().anyMatch(NodeFacts::overNixl);
    }

    /** What moves blocks, with the devices that it may take, for people. */
    public String over() {
        NodeFacts first = facts.values().iterator().next();
        if (!first.overNixl()) {
            return over(first);
        }
        List<String> devices = new ArrayList<>();
        facts.forEach((name, fact) ->
                devices.add(name + ": " + (fact.rdma().isEmpty() ? "none" : String.join(", ", fact.rdma()))));
        return over(first) + "; RDMA devices at " + String.join("; at ", devices);
    }

    private static String over(NodeFacts fact) {
        return fact.data() + (fact.backend().isEmpty() ? "" : " (" + fact.backend() + ")");
    }

    NodeClient client(String peer) {
        return Objects.requireNonNull(clients.get(peer));
    }

    /** The world, with its peers at the addresses of their nodes. */
    World placed(World world) {
        List<PeerSpec> peers = new ArrayList<>();
        for (PeerSpec peer : world.peers()) {
            NodeFacts fact = Objects.requireNonNull(facts.get(peer.name()));
            peers.add(HostAddresses.at(peer, fact.host(), fact.port()));
        }
        return world.toBuilder().onlyPeers(peers).build();
    }

    /** For people: {@code prefill=http://10.0.0.1:8000 and decode=http://10.0.0.2:8000}. */
    @Override
    public String toString() {
        List<String> texts = new ArrayList<>();
        clients.forEach((name, client) -> texts.add(name + "=" + client.url()));
        return String.join(" and ", texts);
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
