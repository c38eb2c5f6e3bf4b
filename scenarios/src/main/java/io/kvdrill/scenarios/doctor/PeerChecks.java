package io.kvdrill.scenarios.doctor;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.node.NodeClient;
import io.kvdrill.scenarios.node.SharedMemoryId;
import io.kvdrill.scenarios.run.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whether this host and a node that runs elsewhere can be peers. */
final class PeerChecks {
    private static final int CONNECT_MILLIS = 3_000;

    private final URI url;
    private final NodeClient client;
    private final List<Finding> found = new ArrayList<>();

    /**
     * Checks.
     *
     * @param url of the node's API
     * @param token that it wants to see; empty for none
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it is no such address
     */
    PeerChecks(String url, String token) {
        this.client = new NodeClient(NodeClient.address("--peer ", url), token);
        this.url = client.url();
    }

    /** The findings, up to the first that makes the rest pointless. */
    List<Finding> all() {
        JsonNode health = health();
        if (health != null) {
            String id = health.at("/peer").asString("");
            dial(id);
            back();
            fit(health);
        }
        return List.copyOf(found);
    }

    private @Nullable JsonNode health() {
        try {
            HttpResponse<String> answer = client.get("/health");
            if (answer.statusCode() == 401) {
                found.add(Finding.missing(
                        "peer api", url + " " + client.unauthorized(), "give the token that it was started with"));
                return null;
            }
            JsonNode health = JsonMapper.shared().readTree(answer.body());
            if (health.at("/peer").asString("").isEmpty()) {
                found.add(Finding.missing(
                        "peer api",
                        url + " is no node: it answers with status " + answer.statusCode(),
                        "the address that kvdrill node prints as its API"));
                return null;
            }
            String what = url + ": peer " + health.at("/peer").asString("") + ", kvdrill "
                    + health.at("/version").asString("without a version");
            found.add(
                    answer.statusCode() == 200
                            ? Finding.ok("peer api", what)
                            : Finding.missing("peer api", what + ", which is ending", "start it again"));
            return answer.statusCode() == 200 ? health : null;
        } catch (IOException | JacksonException e) {
            found.add(Finding.missing(
                    "peer api",
                    url + " does not answer as a node: " + (e.getMessage() == null ? e : e.getMessage()),
                    "is it running, with --api at an address that is reached from here?"));
            return null;
        }
    }

    /** From here to the node's control port. */
    private void dial(String id) {
        int colon = id.lastIndexOf(':');
        String host = colon < 0 ? id : id.substring(0, colon).replaceAll("[\\[\\]]", "");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, Integer.parseInt(id.substring(colon + 1))), CONNECT_MILLIS);
            found.add(Finding.ok("peer control", "its control port " + id + " is reached from here"));
        } catch (IOException | IllegalArgumentException e) {
            found.add(Finding.missing(
                    "peer control",
                    "its control port " + id + " is not reached from here: " + e.getMessage(),
                    "its --host must be an address that its peers dial, and no firewall in between"));
        }
    }

    /** From the node to a port of this host, at the address from which it is reached. */
    private void back() {
        try (Socket there = new Socket()) {
            there.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_MILLIS);
            InetAddress here = there.getLocalAddress();
            try (ServerSocket server = new ServerSocket(0, 1, here)) {
                String at = here.getHostAddress();
                HttpResponse<String> answer = client.post("/reach?host=" + at + "&port=" + server.getLocalPort(), "");
                back(at, answer);
            }
        } catch (IOException | JacksonException e) {
            found.add(Finding.missing("peer back", "cannot be asked: " + e.getMessage(), "try again"));
        }
    }

    private void back(String at, HttpResponse<String> answer) {
        JsonNode told = JsonMapper.shared().readTree(answer.body());
        if (answer.statusCode() == 200 && told.at("/reached").asBoolean(false)) {
            found.add(Finding.ok(
                    "peer back",
                    "it reaches this host at " + at + " in "
                            + told.at("/micros").asString("?") + " us"));
            return;
        }
        String why = told.at("/why").asString(told.at("/error").asString("status " + answer.statusCode()));
        found.add(Finding.missing(
                "peer back",
                "it does not reach this host at " + at + ": " + why,
                answer.statusCode() == 403
                        ? "start it with --allow " + at
                        : "a firewall in between, or a node older than this kvdrill"));
    }

    private void fit(JsonNode health) {
        String version = health.at("/version").asString("");
        if (!version.equals(Version.text())) {
            found.add(Finding.note(
                    "peer version",
                    "it is kvdrill " + version + ", this is " + Version.text(),
                    "use one version on both sides"));
        }
        use(health);
        String data = health.at("/data").asString("");
        boolean remote = data.equals(DataPlane.SHM)
                && !SharedMemoryId.text().equals(health.at("/memory").asString(""));
        String blocks = data
                + (data.equals(DataPlane.NIXL) ? " (" + health.at("/backend").asString("") + ")" : "")
                + ", " + health.at("/slots").asString("?") + " blocks of "
                + Texts.bytes(health.at("/block_bytes").asLong(0));
        found.add(
                remote
                        ? Finding.missing(
                                "peer data",
                                blocks + ", which ends at its host, or at its container",
                                "start both nodes with --data nixl")
                        : Finding.ok("peer data", blocks));
        List<String> devices = new ArrayList<>();
        health.at("/rdma_devices").forEach(device -> devices.add(device.asString("")));
        found.add(
                devices.isEmpty()
                        ? Finding.note(
                                "peer rdma", "it has no active RDMA device", "over NIXL its blocks go by TCP then")
                        : Finding.ok("peer rdma", String.join(", ", devices)));
        long locked = health.at("/locked_memory").asLong(LockedMemory.UNKNOWN);
        found.add(
                locked == LockedMemory.UNLIMITED
                        ? Finding.ok("peer memlock", "unlimited")
                        : Finding.note(
                                "peer memlock",
                                locked < 0 ? "nobody says how much" : Texts.count(locked) + " bytes may be locked",
                                "an RDMA device registers no region above it"));
    }

    /** What runs can ask of it now. */
    private void use(JsonNode health) {
        found.add(
                health.at("/run").asBoolean(false)
                        ? Finding.note(
                                "peer run", "another run has it", "wait for its end, or end the command that began it")
                        : Finding.ok("peer run", "no run has it"));
        found.add(
                health.at("/faults").asBoolean(false)
                        ? Finding.ok("peer faults", "it kills and stops processes of runs")
                        : Finding.note(
                                "peer faults",
                                "it was started without --allow-faults",
                                "scenarios that kill or stop a peer need that"));
    }
}
