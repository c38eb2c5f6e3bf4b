package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The API of a node")
@Timeout(60)
class NodeApiTest {
    private static final String COMPLETIONS = "/v1/completions";

    @Test
    void takesTheLegsOfARequestAsARouterSendsThem() throws IOException, InterruptedException {
        try (TestServer prefill = TestServer.start();
                TestServer decode = TestServer.start()) {
            String remote = "\"remote_host\": \"127.0.0.1\", \"remote_port\": "
                    + prefill.peer().port();
            String consume = "{\"prompt\": {\"text\": 256}, \"kv_transfer_params\":"
                    + " {\"remote_prefiller\": {\"kv_request_id\": \"%s\", " + remote + "}}}";
            decode.post(COMPLETIONS, String.format(consume, "hello"));
            while (!prefill.get("/metrics").body().contains("kind=\"session_ready\"")
                    || !decode.get("/metrics").body().contains("kind=\"session_ready\"")) {
                Thread.sleep(5);
            }

            HttpResponse<String> produced = prefill.post(
                    COMPLETIONS,
                    "{\"prompt\": {\"other\": 256}, \"kv_transfer_params\":"
                            + " {\"remote_decoder\": {\"kv_request_id\": \"k1\"}}}");
            HttpResponse<String> consumed =
                    decode.post(COMPLETIONS, String.format(consume, "k1").replace("text", "other"));

            assertThat(produced.statusCode()).as(produced.body()).isEqualTo(200);
            assertThat(TestServer.json(consumed).at("/finish_reason").asString())
                    .isEqualTo("done");
            assertThat(TestServer.json(consumed).at("/usage/remote_blocks").asInt())
                    .isEqualTo(16);
            assertThat(decode.get("/metrics").body())
                    .contains("kvdrill_loads_total{peer=\"127.0.0.1:"
                            + prefill.peer().port() + "\",success=\"true\"} 1")
                    .contains("kvdrill_blocks_verified_total{right=\"false\"} 0")
                    .contains("kvdrill_tier_sessions ");
        }
    }

    @Test
    void tellsWhatHasBecomeOfARequestAndLetsItsClientGo() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            HttpResponse<String> taken = node.post(
                    COMPLETIONS,
                    "{\"request_id\": \"r1\", \"prompt\": \"text\", \"prompt_tokens\": 64, \"max_tokens\": 1000000,"
                            + " \"background\": true}");
            assertThat(taken.statusCode()).isEqualTo(202);
            assertThat(node.post(COMPLETIONS, "{\"request_id\": \"r1\", \"prompt\": {\"a\": 1}}")
                            .body())
                    .contains("r1 is under way");

            node.delete(COMPLETIONS + "/r1");
            String path = COMPLETIONS + "/r1";
            while (!TestServer.json(node.get(path)).at("/status").asString().equals("ended")) {
                Thread.sleep(5);
            }

            assertThat(TestServer.json(node.get(path)).at("/finish_reason").asString())
                    .isEqualTo("aborted");
        }
    }

    @Test
    void streamsTheTrace() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start();
                Stream<String> lines = node.follow("/trace")) {
            node.post(COMPLETIONS, "{\"prompt\": {\"a\": 64}, \"max_tokens\": 1, \"background\": true}");

            assertThat(lines.filter(line -> line.contains("\"kind\":\"request_left\""))
                            .findFirst())
                    .hasValueSatisfying(line -> assertThat(line).contains("\"engine_request\":\"cmpl-1\""));
        }
    }

    @Test
    void saysThatItIsWell() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            HttpResponse<String> health = node.get("/health");

            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(TestServer.json(health).at("/peer").asString())
                    .isEqualTo(node.peer().id());
        }
    }

    @ParameterizedTest
    @CsvSource({"GET /health, 200", "POST /reset_prefix_cache, 202", "POST /health, 405", "GET /nothing, 404"})
    void takesTheNextRequestOnTheConnectionOfTheLast(String request, int status)
            throws IOException, InterruptedException {
        String bytes = request + " HTTP/1.1\r\nHost: node\r\nContent-Length: 2\r\n\r\n{}";
        try (TestServer node = TestServer.start();
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), URI.create(node.url()).getPort())) {
            InputStream in = socket.getInputStream();
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));

                assertThat(answer(in)).as("answer %d", i).startsWith("HTTP/1.1 " + status + " ");
            }
        }
    }

    /** The head of an answer, after which its body is read, too; empty where the connection is closed. */
    private static String answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.indexOf("\r\n\r\n") >= 0) {
                Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
                in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                break;
            }
        }
        return head.toString();
    }

    @Test
    void saysWhatWentWrongInItInsteadOfHangingUp() throws IOException, InterruptedException {
        List<String> log = new CopyOnWriteArrayList<>();
        GuestPeers broken = new GuestPeers() {
            @Override
            public void handle(HttpExchange exchange) {
                throw new IllegalStateException("a slot is missing");
            }

            @Override
            public void close() {}
        };
        try (TestServer node = TestServer.lendingTo(broken, log::add)) {
            HttpResponse<String> answer = node.post("/runs", "{}");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(TestServer.json(answer).at("/error").asString()).contains("POST /runs", "a slot is missing");
            assertThat(log).singleElement().asString().contains("POST /runs", "a slot is missing");
        }
    }

    @Test
    void needsItsTokenWhereItHasOne() throws IOException, InterruptedException {
        try (TestServer node = TestServer.withToken("secret")) {
            assertThat(node.get("/health").statusCode()).isEqualTo(401);
            assertThat(node.get("/health", "Authorization", "Bearer wrong").statusCode())
                    .isEqualTo(401);
            assertThat(node.get("/health", "Authorization", "Bearer secret").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void doesNoHarmUnlessItIsAllowedTo() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            HttpResponse<String> refused = node.post("/faults/kill", "");

            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("--allow-faults");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nonsense                                            | 400 | no JSON object
            null                                                | 400 | expected a JSON object
            []                                                  | 400 | no JSON object
            {}                                                  | 400 | prompt: expected text
            {"prompt": "text"}                                  | 400 | prompt_tokens: is missing
            {"prompt": {"a": 0}}                                | 400 | prompt.a: 0; expected a whole number above 0
            {"prompt": {"a": 1}, "max_tokens": -1}              | 400 | max_tokens: -1
            {"prompt": {"a": 1}, "kv_transfer_params": "x"}     | 400 | kv_transfer_params: expected an object
            """)
    void refusesWhatIsNoRequest(String body, int status, String why) throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            HttpResponse<String> refused = node.post(COMPLETIONS, body);

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
            assertThat(refused.body()).contains(why);
        }
    }

    @Test
    void namesWhatThereIsNotAndWhatCannotBeDoneWithIt() throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            assertThat(node.get("/nothing").statusCode()).isEqualTo(404);
            assertThat(node.get(COMPLETIONS + "/nobody").statusCode()).isEqualTo(404);
            assertThat(node.get(COMPLETIONS).statusCode()).isEqualTo(405);
        }
    }
}
