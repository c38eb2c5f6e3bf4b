package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Ports of peers on this host")
class HostAddressesTest {
    private static final Path OF_DIALLERS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    @Test
    void areFreeAndDiffer() throws IOException {
        List<Integer> ports = HostAddresses.free(50);

        assertThat(ports).hasSize(50).doesNotHaveDuplicates();
        for (int port : ports) {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        }
    }

    @Test
    void areNoneThatTheSystemGivesToWhoeverDials() throws IOException {
        assumeThat(OF_DIALLERS).exists();
        String[] range = Files.readAllLines(OF_DIALLERS).get(0).split("\\s+", -1);
        int lowest = Integer.parseInt(range[0]);
        assumeThat(lowest).as("the range as Linux has it").isGreaterThanOrEqualTo(32_768);

        assertThat(HostAddresses.free(50)).allMatch(port -> port < lowest);
    }
}
