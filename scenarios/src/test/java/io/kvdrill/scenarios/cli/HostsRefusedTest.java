package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What cannot be run --on hosts")
@Timeout(240)
class HostsRefusedTest extends OnTwoNodes {
    @Test
    void saysThatANodeIsDialledWhereNobodyListens() throws Exception {
        try (NodeJvm elsewhere = NodeJvm.start("--bind", "127.0.0.1:" + NodeJvm.freePort())) {
            Cli cli = at("run", "first-transfer", "left", one.url(), "right", elsewhere.url());

            assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.err())
                    .contains("node left at " + one.url() + " does not reach the control port of right at 127.0.0.1:"
                            + elsewhere.port())
                    .contains("--host that its peers dial");
            assertThat(one.get("/health").body()).contains("\"run\":false");
        }
    }

    @Test
    void saysThatANodeIsNotReached() throws Exception {
        String nobody = "http://127.0.0.1:1";

        Cli cli = at("run", "first-transfer", "left", one.url(), "right", nobody);

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
        assertThat(cli.err()).contains("node right at " + nobody + " does not answer");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void saysThatTwoNodesAreOne() throws Exception {
        // Two nodes of two hosts may advertise one address; here the API of one is reached under two names.
        String again = one.url().replace("127.0.0.1", "localhost");

        Cli cli = at("run", "first-transfer", "left", one.url(), "right", again);

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
        assertThat(cli.err())
                .contains("the nodes of left and right have one identity, 127.0.0.1:" + one.port())
                .contains("--host or --port");
    }

    @Test
    void saysThatANodeWantsItsToken() throws Exception {
        Cli cli = Cli.run(
                "run",
                "first-transfer",
                "--on",
                "hosts",
                "--node",
                "left=" + one.url(),
                "--node",
                "right=" + other.url());

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
        assertThat(cli.err()).contains("node right at " + other.url() + " wants its token");
    }

    @Test
    void refusesFaultsThatANodeWasNotStartedFor() throws Exception {
        try (NodeJvm gentle = NodeJvm.start()) {
            Cli cli = at("run", "peer-death/in-control", "prefill", one.url(), "decode", gentle.url());

            assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(2);
            assertThat(cli.err()).contains("fault kill: node decode was started without --allow-faults");
        }
    }

    @Test
    void refusesWhatHasNoRoomThereAndGivesTheOtherNodeBack() throws Exception {
        Cli cli = on("run", "first-transfer", "left", "right", "--set", "peers.right.slots=1000000");

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
        assertThat(cli.err()).contains("node right at " + other.url()).contains("of shared memory");
        assertThat(one.get("/health").body()).contains("\"run\":false");
    }

    @Test
    void refusesANodeWhoseClientsWait() throws Exception {
        one.post(
                "/v1/completions",
                "{\"request_id\": \"long\", \"prompt\": {\"a\": 64}, \"max_tokens\": 200, \"background\": true}");

        Cli cli = on("run", "first-transfer", "left", "right");

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
        assertThat(cli.err()).contains("node left at " + one.url()).contains("1 requests are under way");
        while (!one.get("/v1/completions/long").body().contains("\"ended\"")) {
            Thread.sleep(50);
        }
    }

    @Test
    void refusesNodesThatMayNotDialEachOther() throws Exception {
        try (NodeJvm apart = NodeJvm.start("--allow", "10.0.0.0/8")) {
            Cli cli = at("run", "first-transfer", "left", apart.url(), "right", one.url());

            assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.err()).contains("is not among the hosts of --allow");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "first-transfer --node left=http://h:1                                    | peer right: it has no node",
                "first-transfer --node left=http://h:1 --node right=http://h:2 --node x=http://h:3 | no peer is called that",
                "first-transfer --node left=http://h:1 --node left=http://h:2             | --node left= is there twice",
                "first-transfer --node left=http://h:1 --node right=http://h:1            | is the node of left",
                "first-transfer --node left=h:1 --node right=http://h:1                   | no address of a node's API",
                "first-transfer --node http://h:1                                         | PEER=http://HOST:PORT",
                "first-transfer --node left=http://h:1 --node right=http://h:2 --data shm | nodes move blocks as they were",
                "handshake-lag/slow-registration --node prefill=http://h:1 --node decode=http://h:2 | fault registration",
                "paused-peer --profile vllm-2026-08 --node prefill=http://h:1 --node decode=http://h:2 | the defects of",
            })
    void refusesWhatCannotBeDoneBeforeAnyNodeIsAsked(String words, String why) {
        Cli cli = Cli.run(("run --on hosts " + words).split(" ", -1));

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(why);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void takesNodesNowhereElse() {
        Cli cli = Cli.run("run", "first-transfer", "--node", "left=http://h:1");

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.err()).contains("--node with --on sim: there are no nodes");
    }
}
