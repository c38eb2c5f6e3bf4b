package io.kvdrill.scenarios.node;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to the API of one node. Thread-safe. */
public final class NodeClient {
    /** The variable that holds the token where no option does. */
    public static final String TOKEN_VARIABLE = "KVDRILL_API_TOKEN";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long FIRST_WORD_SECONDS = 30;

    private final URI url;
    private final String token;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /**
     * A client that has not been used yet.
     *
     * @param token that the node wants to see; empty for none
     */
    public NodeClient(URI url, String token) {
        this.url = url;
        this.token = token;
    }

    /**
     * The address of a node's API.
     *
     * @param given what the user wrote before it, such as {@code --peer}
     * @throws InvalidInputException if it is no such address
     */
    public static URI address(String given, String text) {
        try {
            URI read = URI.create(text.replaceFirst("/+$", ""));
            boolean plain = "http".equals(read.getScheme()) && read.getHost() != null && read.getPort() > 0;
            if (plain && String.valueOf(read.getPath()).isEmpty()) {
                return read;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new InvalidInputException(
                Source.of("kvdrill", "").whole(),
                given + text + ": no address of a node's API",
                "http://HOST:PORT, as `kvdrill node --api HOST:PORT` serves it");
    }

    /** Where the node is. */
    public URI url() {
        return url;
    }

    /** What it means when the node answers with status 401, after "the node", and what to do. */
    public String unauthorized() {
        String options = "--api-token TOKEN, or " + TOKEN_VARIABLE;
        return token.isEmpty()
                ? "wants its token: " + options
                : "has another token than the one that was given (" + options + ")";
    }

    /**
     * What a path has.
     *
     * @throws IOException if nobody answers within 10 s
     */
    public HttpResponse<String> get(String path) throws IOException {
        return send(HttpRequest.newBuilder(), path, BodyHandlers.ofString());
    }

    /**
     * What a path answers to a text.
     *
     * @throws IOException if nobody answers within 10 s
     */
    public HttpResponse<String> post(String path, String body) throws IOException {
        return send(HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)), path, BodyHandlers.ofString());
    }

    /**
     * Removes what a path names.
     *
     * @throws IOException if nobody answers within 10 s
     */
    public HttpResponse<String> delete(String path) throws IOException {
        return send(HttpRequest.newBuilder().DELETE(), path, BodyHandlers.ofString());
    }

    /**
     * What a path goes on answering to a text, until either side ends it.
     *
     * @throws IOException if no answer begins within 30 s
     */
    public HttpResponse<InputStream> follow(String path, String body) throws IOException {
        // A request's own timeout may count for the whole of its answer.
        HttpRequest request = request(HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)), path)
                .build();
        try {
            return client.sendAsync(request, BodyHandlers.ofInputStream()).get(FIRST_WORD_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + FIRST_WORD_SECONDS + " s", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private HttpRequest.Builder request(HttpRequest.Builder request, String path) {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request.uri(URI.create(url + path));
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, String path, HttpResponse.BodyHandler<T> handler)
            throws IOException {
        try {
            return client.send(request(request, path).timeout(PATIENCE).build(), handler);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /** What an answer says is wrong. */
    public static String problem(int status, String body) {
        try {
            JsonNode told = JsonMapper.shared().readTree(body).at("/error");
            return told.isMissingNode() ? "status " + status : told.asString("status " + status);
        } catch (JacksonException e) {
            return "status " + status + ", and no answer of a node";
        }
    }
}
