package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.processes.WayTaken.Evidence;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The way that blocks took")
class WayTakenTest {
    private static final List<String> DEVICE = List.of("mlx5_0:1 (InfiniBand, 200 Gb/sec)");

    @ParameterizedTest
    @CsvSource({
        // nixl, same host, device of writer, of reader, written, sent by RDMA; way, whether that is wrong
        "false, true,  true,  true,  1000000, 0,       SHARED_MEMORY, false",
        "true,  false, true,  true,  1000000, 1020000, RDMA,          false",
        "true,  false, true,  true,  1000000, 300,     TCP,           true",
        "true,  false, true,  false, 1000000, 300,     TCP,           false",
        "true,  false, false, true,  1000000, 0,       TCP,           false",
        "true,  false, false, false, 1000000, 0,       TCP,           false",
        "true,  true,  true,  true,  1000000, 0,       WITHIN_HOST,   false",
        "true,  true,  true,  true,  1000000, 1020000, RDMA,          false",
        "true,  false, true,  true,  1000000, -1,      UNKNOWN,       false",
    })
    void isWrongWhereTcpWasTakenBetweenHostsThatHaveRdma(
            boolean nixl,
            boolean sameHost,
            boolean writer,
            boolean reader,
            long written,
            long sent,
            String way,
            boolean wrong) {
        WayTaken taken = new WayTaken(
                "left",
                "right",
                new Evidence(nixl, sameHost, writer ? DEVICE : List.of(), reader ? DEVICE : List.of(), written, sent));

        assertThat(taken.way()).hasToString(way);
        assertThat(WayTaken.problems(List.of(taken))).hasSize(wrong ? 1 : 0);
        if (wrong) {
            assertThat(taken.problem())
                    .contains("blocks from left to right went by TCP, although both hosts have RDMA devices")
                    .contains("mlx5_0:1", "UCX_TLS", "kvdrill doctor");
        }
    }
}
