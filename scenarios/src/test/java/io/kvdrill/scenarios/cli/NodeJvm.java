package io.kvdrill.scenarios.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code kvdrill node} in a process of its own, with small blocks. */
final class NodeJvm implements AutoCloseable {
    private static final Pattern API = Pattern.compile("API at (http://\\S+)");

    private final Process process;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();
    private final CompletableFuture<String> url = new CompletableFuture<>();
    private final List<String> said = new CopyOnWriteArrayList<>();

    private NodeJvm(int port, String... options) throws IOException {
        this.port = port;
        List<String> words = new ArrayList<>(
                List.of("node", "--host", "127.0.0.1", "--api", "127.0.0.1:0", "--kv-block", "64KiB", "--slots", "64"));
        words.addAll(List.of("--port", Integer.toString(port)));
        words.addAll(List.of(options));
        this.process = kvdrill(words.toArray(String[]::new));
        Thread reader = new Thread(this::read, "node " + port);
        reader.setDaemon(true);
        reader.start();
    }

    /** A process of kvdrill. */
    static Process kvdrill(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Starts one at a port that is free. */
    static NodeJvm start(String... options) throws IOException {
        return startAt(freePort(), options);
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Starts one. */
    static NodeJvm startAt(int port, String... options) throws IOException {
        return new NodeJvm(port, options);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
                Matcher found = API.matcher(line);
                if (found.find()) {
                    url.complete(found.group(1));
                }
            }
        } catch (IOException ended) {
            // told below
        }
        url.completeExceptionally(new IllegalStateException("the node ended: " + said));
    }

    int port() {
        return port;
    }

    /** What it has printed. */
    String said() {
        return String.join("\n", said);
    }

    /** Where its API is. */
    String url() throws InterruptedException {
        try {
            return url.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("no node: " + said, e);
        }
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(), path, headers);
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)), path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path, String... headers)
            throws IOException, InterruptedException {
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.uri(URI.create(url() + path)).build(), BodyHandlers.ofString());
    }

    /** Sends a signal to a process. */
    static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** SIGTERM; answers with its status. */
    int end() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
