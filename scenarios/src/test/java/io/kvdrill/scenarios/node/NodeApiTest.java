package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
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
