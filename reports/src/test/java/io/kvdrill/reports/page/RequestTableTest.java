package io.kvdrill.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Entries;
import io.kvdrill.reports.timeline.SampleRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The table of requests")
class RequestTableTest {
    private final Entries entries = new Entries();
    private final List<RunReport.Request> requests = new ArrayList<>();

    private void asks(String request, String source, boolean symmetric) {
        entries.at(
                0,
                "c:1",
                "request_entered",
                "request",
                request,
                "engine_request",
                request + "/consume",
                "leg",
                "consume",
                "kv_request",
                source.isEmpty() ? "" : "kv-" + request);
        entries.at(
                0,
                "c:1",
                "request_opened",
                "engine_request",
                request + "/consume",
                "source_peer",
                source,
                "symmetric",
                symmetric);
    }

    private void ends(String request, String finish, @Nullable String whyLocal) {
        requests.add(new RunReport.Request(request, finish, 0L, 5L, 7L, 0, 0, 16, 8, whyLocal, null));
    }

    private String table() {
        RunReport sample = SampleRun.report("r", "f");
        RunReport report = new RunReport(
                sample.reportVersion(),
                "s",
                "about",
                List.of(),
                "p",
                "p",
                Map.of(),
                1,
                "as_stated",
                List.of(),
                List.of(),
                "again",
                sample.end(),
                "f",
                1,
                1,
                9,
                List.of(),
                List.of(),
                requests,
                List.of(new RunReport.Peer("source", "s:1", 1, true, null)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "sim");
        List<StoredEntry> list = entries.list();
        return RequestTable.of(report, new RequestFacts(new Names(report), new RequestIndex(list), list))
                .render();
    }

    @Test
    void hasThoseThatFellBackBeforeThoseThatWereAskedForLocally() {
        asks("own", "", false);
        ends("own", "local_prefill", null);
        asks("back", "s:1", false);
        ends("back", "local_prefill", "load from source failed at age 30.002s: aborted");

        assertThat(table())
                .containsSubsequence(
                        "class=\"fell-back\"",
                        ">back</button>",
                        "fell back to local prefill",
                        "load from source failed at age 30.002 s: aborted",
                        ">own</button>",
                        "local prefill, as asked");
    }

    @Test
    void saysThatASourceHadNothing() {
        asks("meet", "s:1", true);
        entries.at(1, "c:1", "probe_resolved", "peer", "s:1", "request", "kv-meet", "hit", false);
        ends("meet", "local_prefill", null);

        assertThat(table()).contains("local prefill, nothing fetched", "source had none of its blocks");
    }

    @Test
    void tellsAReasonOnce() {
        asks("back", "s:1", false);
        entries.at(
                1,
                "c:1",
                "load_ended",
                "request",
                "kv-back",
                "success",
                false,
                "reason",
                "aborted",
                "age_nanos",
                30_002_000_000L);
        ends("back", "local_prefill", "load from source failed at age 30.002s: aborted");

        assertThat(table()).containsOnlyOnce("aborted");
    }

    @Test
    void marksThoseThatReadWrongBytesThoughTheyEndedWell() {
        asks("fine", "", false);
        ends("fine", "remote_kv", null);
        asks("hurt", "", false);
        entries.at(1, "c:1", "blocks_read", "engine_request", "hurt/consume", "wrong_slots", List.of(4, 5));
        ends("hurt", "local_prefill", null);

        assertThat(table()).containsSubsequence("class=\"failed\"", ">hurt<", "with 2 blocks of wrong bytes", ">fine<");
    }

    @Test
    void takesALaterAttemptForTheSameRequest() {
        asks("chat~2", "s:1", false);
        ends("chat", "remote_kv", null);

        assertThat(table()).containsSubsequence(">chat</button>", "<td>pd</td>", "<td>source</td>");
    }
}
