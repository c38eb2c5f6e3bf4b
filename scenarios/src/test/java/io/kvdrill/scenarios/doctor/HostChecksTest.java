package io.kvdrill.scenarios.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a host has")
@Timeout(120)
class HostChecksTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path root;

    private Finding finding(String check, Map<String, String> environment) {
        return new HostChecks(environment, root)
                .all().stream()
                        .filter(one -> one.check().equals(check))
                        .findFirst()
                        .orElseThrow();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void isToldInOneOrder() {
        assertThat(new HostChecks(Map.of(), root).all())
                .extracting(Finding::check)
                .containsExactlyElementsOf(HostChecks.NAMES);
    }

    @Test
    void isEveryActivePortOfItsRdmaDevices() throws IOException {
        for (String port : new String[] {"1", "2"}) {
            String folder = "sys/class/infiniband/mlx5_0/ports/" + port + "/";
            write(folder + "state", port.equals("1") ? "4: ACTIVE\n" : "1: DOWN\n");
            write(folder + "link_layer", "InfiniBand\n");
            write(folder + "rate", "200 Gb/sec (4X HDR)\n");
        }

        assertThat(finding("rdma", Map.of()).state()).isEqualTo(State.OK);
        assertThat(finding("rdma", Map.of()).found()).isEqualTo("mlx5_0:1 (InfiniBand, 200 Gb/sec)");
    }

    @Test
    void isAlsoWhatItsActivePortsHaveSentUnlessOneDoesNotCount() throws IOException {
        Path devices = root.resolve("sys/class/infiniband");
        assertThat(RdmaDevices.sentBytes(devices)).isZero();
        for (String device : new String[] {"mlx5_0", "mlx5_1", "mlx5_2"}) {
            write(
                    "sys/class/infiniband/" + device + "/ports/1/state",
                    device.endsWith("2") ? "1: DOWN\n" : "4: ACTIVE\n");
            write("sys/class/infiniband/" + device + "/ports/1/counters/port_xmit_data", "250000\n");
        }

        assertThat(RdmaDevices.sentBytes(devices)).isEqualTo(2 * 4 * 250_000);

        write("sys/class/infiniband/mlx5_1/ports/1/counters/port_xmit_data", "N/A\n");
        assertThat(RdmaDevices.sentBytes(devices)).isEqualTo(-1);
    }

    @Test
    void isNoDeviceThatIsDown() throws IOException {
        write("sys/class/infiniband/mlx5_0/ports/1/state", "1: DOWN\n");

        assertThat(finding("rdma", Map.of()).state()).isEqualTo(State.MISSING);
        assertThat(finding("rdma", Map.of()).found()).isEqualTo("mlx5_0, none of them active");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Max locked memory         unlimited            unlimited            bytes | OK   | unlimited",
                "Max locked memory         8388608              8388608              bytes | NOTE | 8,388,608 bytes",
                "Max open files            1024                 1024                 files | NOTE | nobody says",
            })
    void isTheMemoryThatAProcessMayLock(String line, State state, String found) throws IOException {
        write(
                "proc/self/limits",
                "Limit                     Soft Limit           Hard Limit           Units\n" + line + "\n");

        assertThat(finding("memlock", Map.of()).state()).isEqualTo(state);
        assertThat(finding("memlock", Map.of()).found()).contains(found);
    }

    @Test
    void isNoNixlWhereTheLibraryIsNot() {
        Finding finding = finding(
                "nixl", Map.of("KVDRILL_NIXL_LIB", root.resolve("none.so").toString()));

        assertThat(finding.state()).isEqualTo(State.MISSING);
        assertThat(finding.found()).endsWith("looked for " + root.resolve("none.so"));
        assertThat(finding.help()).contains("nixl-cu12", "UCX 1.18", "KVDRILL_NIXL_LIB");
    }

    @Test
    void isNoNixlWhereTheLibraryIsNone() throws IOException {
        write("libnixl_capi.so", "text");

        Finding finding = finding(
                "nixl",
                Map.of("KVDRILL_NIXL_LIB", root.resolve("libnixl_capi.so").toString()));

        assertThat(finding.state()).isEqualTo(State.MISSING);
        assertThat(finding.found()).contains("libnixl_capi.so");
    }

    @Test
    void isPythonOnlyWithItsPackages() {
        Finding finding = finding(
                "python", Map.of("KVDRILL_PYTHON", root.resolve("python").toString()));

        assertThat(finding.state()).isEqualTo(State.MISSING);
        assertThat(finding.help()).contains("python3-zmq");
    }

    @ParameterizedTest
    @CsvSource({"1.13.1, true", "1.17, true", "1.18.0, false", "1.22, false", "2.0, false", "some, false"})
    void isUcxOnlyFrom118On(String version, boolean old) {
        assertThat(HostChecks.olderThan118(version)).isEqualTo(old);
    }
}
