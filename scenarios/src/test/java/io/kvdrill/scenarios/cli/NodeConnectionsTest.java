package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In a process of its own: a JVM sets its HTTP servers up once, whoever needs the first. */
@DisplayName("A connection to the API of a node")
class NodeConnectionsTest {
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static NodeJvm node;

    @BeforeAll
    static void start() throws IOException {
        node = NodeJvm.start();
    }

    @AfterAll
    static void end() {
        node.close();
    }

    @ParameterizedTest
    @CsvSource({"GET /health, 200", "POST /reset_prefix_cache, 202", "POST /health, 405", "GET /nothing, 404"})
    void takesTheNextRequest(String request, int status) throws IOException, InterruptedException {
        expectAnswers(request, status);
    }

    @Test
    void takesTheNextRequestHoweverManyOthersAreIdle() throws IOException, InterruptedException {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = connected();
                idle.add(socket);
                ask(socket, "GET /health");
            }

            expectAnswers("GET /health", 200);
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private static void expectAnswers(String request, int status) throws IOException, InterruptedException {
        try (Socket socket = connected()) {
            for (int i = 0; i < 3; i++) {
                assertThat(ask(socket, request)).as("answer %d", i).startsWith("HTTP/1.1 " + status + " ");
            }
        }
    }

    private static Socket connected() throws IOException, InterruptedException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(node.url()).getPort());
    }

    private static String ask(Socket socket, String request) throws IOException {
        String bytes = request + " HTTP/1.1\r\nHost: node\r\nContent-Length: 2\r\n\r\n{}";
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        return answer(socket.getInputStream());
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
}
