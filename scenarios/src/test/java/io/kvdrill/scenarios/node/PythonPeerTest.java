package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.transports.shm.ShmConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer in Python on libzmq, as vLLM is one, against a whole node: engine, tier, sockets and shared memory. */
@Timeout(60)
class PythonPeerTest {

    @Test
    void shakesHandsFetchesWhatWasComputedLooksUpAbortsAndDisconnects() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            assertThat(run(node, "whole")).contains("done");

            while (!node.get("/metrics").body().contains("kind=\"session_closed\"")) {
                Thread.sleep(5);
            }
            assertThat(node.get("/metrics").body())
                    .contains("kind=\"transfer_landed\"} 1")
                    .contains("kvdrill_messages_sent_total{")
                    .doesNotContain("kind=\"engine_crashed\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash_seed", "block_len", "config_fingerprint"})
    void isRefusedIfItDiffersIn(String field) throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            assertThat(run(node, field)).contains("refused");

            assertThat(node.get("/metrics").body())
                    .contains("kind=\"peer_incompatible\"} 1")
                    .doesNotContain("kind=\"session_ready\"");
        }
    }

    private static String run(TestServer node, String scriptCase) throws IOException, InterruptedException {
        String python = python();
        assumeTrue(
                python != null, "not exercised: no Python with zmq and msgpack (Debian: python3-zmq, python3-msgpack)");
        String keys = new PromptKeys()
                .of(Prompt.of("r1", 64), node.peer().hashSeed(), TestServer.MODEL.tokensPerBlock()).stream()
                        .map(BlockKey::hex)
                        .collect(Collectors.joining(","));
        Process peer = new ProcessBuilder(
                        Objects.requireNonNull(python),
                        Path.of("src/test/python/peer_of_node.py")
                                .toAbsolutePath()
                                .toString(),
                        node.peer().id(),
                        node.url(),
                        ShmConfig.of(1, 4_096).directory().toString(),
                        keys,
                        scriptCase)
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(peer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(peer.waitFor()).as(said).isZero();
            return said;
        } finally {
            peer.destroyForcibly();
        }
    }

    private static @Nullable String python() throws IOException, InterruptedException {
        List<String> candidates = new ArrayList<>();
        String named = System.getenv("KVDRILL_PYTHON");
        if (named != null) {
            candidates.add(named);
        }
        candidates.addAll(List.of("python3", "/usr/bin/python3"));
        for (String candidate : candidates) {
            try {
                Process process = new ProcessBuilder(candidate, "-c", "import zmq, msgpack")
                        .redirectErrorStream(true)
                        .start();
                process.getInputStream().readAllBytes();
                if (process.waitFor() == 0) {
                    return candidate;
                }
            } catch (IOException missing) {
                // The next one.
            }
        }
        return null;
    }
}
