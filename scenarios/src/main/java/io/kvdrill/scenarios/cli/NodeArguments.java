package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.node.NodeClient;
import io.kvdrill.scenarios.processes.HostNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which nodes there are, and how they are spoken to. */
final class NodeArguments {
    /** What names one. */
    static final String NODE = "--node";

    private static final String TOKEN = "--api-token";

    @Option(
            names = NODE,
            paramLabel = "PEER=URL",
            description = "The API of the node that is this peer where nodes are used, such as"
                    + " prefill=http://10.0.0.1:8000. Once for each.")
    private List<String> nodes = List.of();

    @Option(
            names = TOKEN,
            paramLabel = "TOKEN",
            description = "What these nodes want to see. Default: " + NodeClient.TOKEN_VARIABLE + ".")
    private @Nullable String token;

    /** Whether any of it was given. */
    boolean isGiven() {
        return !nodes.isEmpty() || token != null;
    }

    /** The options as they are repeated; a token is not. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        nodes.forEach(node -> words.addAll(List.of(NODE, node)));
        return words;
    }

    /**
     * The nodes.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if what was given is none
     */
    HostNodes nodes(Map<String, String> environment) {
        String shown = token == null ? environment.getOrDefault(NodeClient.TOKEN_VARIABLE, "") : token;
        return HostNodes.of(nodes, shown);
    }
}
