package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The log of a node")
@Timeout(120)
class NodeLogTest {

    private static void pull(NodeJvm decode, NodeJvm prefill) throws IOException, InterruptedException {
        decode.post("/v1/completions", """
                {"prompt": {"a": 64}, "max_tokens": 1, "background": true, "kv_transfer_params": {"remote_prefiller":
                  {"kv_request_id": "r1", "remote_host": "127.0.0.1", "remote_port": %d}}}
                """.formatted(prefill.port()));
    }

    private static void expect(NodeJvm node, String line) throws InterruptedException {
        while (!node.said().contains(line)) {
            assertThat(node.alive()).as(node.said()).isTrue();
            Thread.sleep(50);
        }
    }

    @Test
    void saysWhichPeersANodeHasAndWhyItLostOne() throws Exception {
        try (NodeJvm prefill = NodeJvm.start();
                NodeJvm decode = NodeJvm.start()) {
            prefill.url();
            pull(decode, prefill);
            expect(decode, "kvdrill: 127.0.0.1:" + prefill.port() + " is a peer now");
            expect(prefill, "kvdrill: 127.0.0.1:" + decode.port() + " is a peer now");

            prefill.kill();

            expect(decode, "kvdrill: 127.0.0.1:" + prefill.port() + " is no peer any more: connection lost");
        }
    }

    @Test
    void saysWhatKeepsTwoNodesFromBeingPeers() throws Exception {
        try (NodeJvm prefill = NodeJvm.start("--hash-seed", "another");
                NodeJvm decode = NodeJvm.start()) {
            prefill.url();
            pull(decode, prefill);

            expect(prefill, "kvdrill: 127.0.0.1:" + decode.port() + " cannot be a peer: ");
        }
    }
}
