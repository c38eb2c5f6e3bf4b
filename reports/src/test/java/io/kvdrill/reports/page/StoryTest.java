package io.kvdrill.reports.page;

import static io.kvdrill.reports.timeline.SampleRun.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.timeline.Entries;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The story of a run")
class StoryTest {
    private static Entries enters(Entries entries, String leg) {
        return entries.at(
                1, "a:1", "request_entered", "request", "r", "engine_request", "r-1", "leg", leg, "kv_request", "k");
    }

    private static Entries skips(Entries entries, long nanos) {
        return entries.at(nanos, "a:1", "store_skipped", "engine_request", "r-1", "blocks", 3);
    }

    private static String page(Entries entries) {
        return RunPage.of(report("r", "f"), new StoredTrace(TraceHeader.of("r", "r", 1, "r"), entries.list(), "f"));
    }

    @Test
    void saysOnceThatAProducerHasNoSlotsForItsBlocks() {
        assertThat(page(skips(skips(enters(new Entries(), "produce"), 2), 3)))
                .containsOnlyOnce("has too few free slots to store 3 blocks of r-1");
    }

    @Test
    void saysNothingOfWhatAConsumerDoesNotKeep() {
        assertThat(page(skips(enters(new Entries(), "consume"), 2))).doesNotContain("too few free slots");
    }
}
