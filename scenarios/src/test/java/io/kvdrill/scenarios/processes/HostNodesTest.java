package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.run.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The nodes of a run")
@Timeout(60)
class HostNodesTest {

    /** Something that answers what a node would. */
    private record Answering(HttpServer server) implements AutoCloseable {
        static Answering with(int status, String text) throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            server.createContext("/health", exchange -> {
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            server.start();
            return new Answering(server);
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String health(String host, int port, String more) {
        return ("{'peer': '" + host + ":" + port + "', 'host': '" + host + "', 'port': " + port + ", 'faults': true, "
                        + "'rdma_devices': ['mlx5_0:1 (InfiniBand, 200 Gb/sec)'], " + more + "}")
                .replace('\'', '"')
                .replace("VERSION", Version.text().replace("\"", "\\\""));
    }

    private static HostNodes asked(String first, String second) throws IOException {
        try (Answering one = Answering.with(200, first);
                Answering other = Answering.with(200, second)) {
            HostNodes nodes = HostNodes.of(List.of("left=" + one.url(), "right=" + other.url()), "");
            nodes.ask();
            return nodes;
        }
    }

    @Test
    void sayWhatMovesTheirBlocksAndWhichDevicesTheyHave() throws IOException {
        String more = "'version': 'VERSION', 'data': 'nixl', 'backend': 'UCX', 'memory': '";

        HostNodes nodes = asked(health("10.0.0.1", 5710, more + "a'"), health("10.0.0.2", 5710, more + "b'"));

        assertThat(nodes.overNixl()).isTrue();
        assertThat(nodes.over())
                .isEqualTo("nixl (UCX); RDMA devices at left: mlx5_0:1 (InfiniBand, 200 Gb/sec); at right: mlx5_0:1"
                        + " (InfiniBand, 200 Gb/sec)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.2  | 'version': '0.0.0', 'data': 'shm', 'memory': 'a'                       | is kvdrill 0.0.0, this is",
                "10.0.0.2  | 'version': 'VERSION', 'data': 'nixl', 'backend': 'UCX', 'memory': 'a' | start all with one --data",
                "10.0.0.2  | 'version': 'VERSION', 'data': 'shm', 'memory': 'b'                     | has another shared memory",
                "10.0.0.1  | 'version': 'VERSION', 'data': 'shm', 'memory': 'a'                     | have one identity, 10.0.0.1:5710",
            })
    void areRefusedByNameWhereTheyCannotBePeers(String host, String more, String why) {
        String first = health("10.0.0.1", 5710, "'version': 'VERSION', 'data': 'shm', 'memory': 'a'");

        assertThatThrownBy(() -> asked(first, health(host, 5710, more)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("right")
                .hasMessageContaining(why);
    }

    @Test
    void areRefusedWhereOneIsDialledAtALoopbackAddressOfAnotherHost() {
        String more = "'version': 'VERSION', 'data': 'nixl', 'backend': 'UCX', 'memory': '";

        assertThatThrownBy(() -> asked(health("10.0.0.1", 5710, more + "a'"), health("127.0.0.1", 5710, more + "b'")))
                .hasMessageContaining("right")
                .hasMessageContaining("only its own host reaches; start it with --host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | hello              | does not answer as a node of kvdrill does",
                "200 | {}                 | no node: it answers with status 200",
                "404 | {}                 | no node: it answers with status 404",
                "503 | {\"peer\": \"a:1\"} | is ending",
                "401 | {}                 | wants its token",
            })
    void areNothingElse(int status, String text, String why) throws IOException {
        try (Answering one = Answering.with(status, text)) {
            HostNodes nodes = HostNodes.of(List.of("left=" + one.url()), "");

            assertThatThrownBy(nodes::ask)
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("node left at " + one.url())
                    .hasMessageContaining(why);
        }
    }
}
