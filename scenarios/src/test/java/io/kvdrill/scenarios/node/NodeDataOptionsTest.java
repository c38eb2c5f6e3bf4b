package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@DisplayName("What moves a node's blocks")
@Timeout(60)
class NodeDataOptionsTest {
    private static final String LIBRARY = "libnixl_capi.so";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static NodeSettings settings(Map<String, String> environment, String... words) {
        NodeOptions options = new NodeOptions();
        new CommandLine(new Holder(options)).parseArgs(words);
        return options.settings(environment);
    }

    /** Gives the options a command. */
    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        private final NodeOptions options;

        Holder(NodeOptions options) {
            this.options = options;
        }
    }

    private Path library() throws IOException {
        return Files.writeString(folder.resolve(LIBRARY), "no library");
    }

    @Test
    void isSharedMemoryUnlessToldOtherwise() {
        assertThat(settings(Map.of()).data()).isEqualTo(DataPlane.shm());
        assertThat(settings(Map.of(), "--backends", "shm").data()).isEqualTo(DataPlane.shm());
    }

    @Test
    void isNixlWhereItOrOneOfItsPluginsIsNamed() throws IOException {
        Path library = library();

        DataPlane asked = settings(Map.of(), "--data", "nixl", "--nixl-lib", library.toString())
                .data();
        assertThat(asked.nixlLibrary()).isEqualTo(library);
        assertThat(asked.backend()).isEqualTo("UCX");
        assertThat(asked.parameters()).containsExactly(Map.entry("num_threads", "4"));
        Map<String, String> environment = Map.of("KVDRILL_NIXL_LIB", library.toString());
        assertThat(settings(environment, "--backends", "UCX", "--num-threads", "2")
                        .data()
                        .parameters())
                .containsExactly(Map.entry("num_threads", "2"));
        DataPlane other = settings(environment, "--backends", "LIBFABRIC").data();
        assertThat(other.backend()).isEqualTo("LIBFABRIC");
        assertThat(other.parameters()).isEmpty();
    }

    @Test
    void isReadFromAnEntryOfVllmsConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("tier.yaml"), "type: p2p\nbackends: [UCX]\nnum_threads: 8\n");

        assertThat(settings(Map.of("KVDRILL_NIXL_LIB", library().toString()), "--config", config.toString())
                        .data()
                        .parameters())
                .containsExactly(Map.entry("num_threads", "8"));
    }

    @Test
    void isMissingWhereNixlIsAskedForAndNotThere() {
        assertThatThrownBy(() -> settings(
                        Map.of("KVDRILL_NIXL_LIB", folder.resolve("none").toString()), "--data", "nixl"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("kvdrill doctor --need nixl");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--data rdma                                  | 2 | --data rdma: there is no such transport",
                "--data shm --backends UCX                    | 2 | --data shm, and backends: [UCX]",
                "--data nixl --backends UCX,LIBFABRIC         | 2 | one plugin of NIXL",
                "--data nixl --backends shm                   | 2 | one plugin of NIXL",
                "--data nixl --num-threads -1 --nixl-lib LIB  | 2 | num_threads: -1",
                "--nixl-lib LIB                               | 2 | without --data nixl",
                "--data nixl --nixl-lib /no/such/file         | 2 | there is no such file",
                "--data nixl --nixl-lib LIB                   | 3 | NIXL cannot be used",
            })
    void isRefusedWhereItCannotBe(String words, int status, String why) throws IOException {
        String given = "node --api 127.0.0.1:0 --port " + TestNode.freePort() + " "
                + words.replace("LIB ", library() + " ")
                        .replaceFirst("LIB$", library().toString());
        StringWriter err = new StringWriter();

        int answer = Main.run(
                given.split(" ", -1),
                new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), false, Style.PLAIN));

        assertThat(answer).as(err.toString()).isEqualTo(status);
        assertThat(err.toString()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "[::1]", "0:0:0:0:0:0:0:1"})
    void anIpv6HostHasOneSpelling(String host) {
        assertThat(settings(Map.of(), "--host", host, "--port", "6740").peer().id())
                .isEqualTo("[::1]:6740");
    }
}
