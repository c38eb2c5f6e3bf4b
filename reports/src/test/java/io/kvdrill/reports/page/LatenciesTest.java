package io.kvdrill.reports.page;

import static io.kvdrill.reports.timeline.SampleRun.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.timeline.Entries;
import io.kvdrill.reports.timeline.TimelineReader;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Latencies on a page")
class LatenciesTest {
    @Test
    void haveTheLowerMedianAsEverywhere() {
        Entries entries = new Entries();
        for (int job = 1; job <= 4; job++) {
            entries.at(0, "a:1", "load_started", "peer", "b:1", "request", "r", "job", job);
        }
        for (int job = 1; job <= 4; job++) {
            entries.at(10L * job, "a:1", "load_ended", "peer", "b:1", "request", "r", "job", job, "success", true);
        }

        assertThat(Latencies.of(report("r", "f"), TimelineReader.read(entries.list())))
                .singleElement()
                .satisfies(loads -> assertThat(loads)
                        .containsEntry("name", "Loads")
                        .containsEntry("nanos", List.of(10L, 20L, 30L, 40L))
                        .containsEntry("median", 20L)
                        .containsEntry("p99", 40L)
                        .containsEntry("max", 40L));
    }
}
