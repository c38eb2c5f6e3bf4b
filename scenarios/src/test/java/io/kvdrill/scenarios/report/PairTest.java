package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.page.PairPage;
import io.kvdrill.reports.pair.Difference;
import io.kvdrill.reports.pair.Differences;
import io.kvdrill.reports.pair.Merged;
import io.kvdrill.reports.pair.RunPair;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.StoredRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Two runs side by side")
class PairTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private StoredRun stored(String scenario, String profile, int seed) {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Main.run(
                new String[] {
                    "run", scenario, "--profile", profile, "--seed", Integer.toString(seed), "--out", folder.toString()
                },
                new Console(quiet, quiet, false, Style.PLAIN));
        return StoredRun.read(folder.resolve(scenario)
                .resolve(profile)
                .resolve(Integer.toString(seed))
                .toString());
    }

    private static RunPair pair(StoredRun a, StoredRun b) {
        return Side.pair(a.report(), a.trace(), b.report(), b.trace());
    }

    @Test
    void differInWhatCameOfThemAndInTheSessionsLoadsStoresAndMessagesThatLedThere() {
        RunPair pair = pair(
                stored("late-write-after-abort", "vllm-2026-08", 1), stored("late-write-after-abort", "hardened", 1));

        List<Difference> found = Differences.of(pair);

        assertThat(found)
                .extracting(Difference::subject)
                .contains("laws broken", "session with prefill at decode", "load slots held of donor at decode")
                .doesNotContain("verdict", "load of donor at decode");
        assertThat(found).filteredOn(one -> one.subject().equals("laws broken")).allSatisfy(one -> {
            assertThat(one.a()).isEqualTo("I2, I11");
            assertThat(one.b()).isEqualTo("none");
        });
    }

    @Test
    void ofOneKindDifferInNothing() {
        StoredRun run = stored("peer-death/in-data", "hardened", 1);

        assertThat(Differences.of(new RunPair(
                        new Side("one", run.report(), run.trace()), new Side("other", run.report(), run.trace()))))
                .isEmpty();
    }

    @Test
    void areOneTraceInTheOrderOfTimeInWhichNothingIsMixed() {
        StoredRun a = stored("peer-death/in-data", "hardened", 1);
        StoredRun b = stored("peer-death/in-data", "vllm-2026-10", 1);
        Merged merged = Merged.of(pair(a, b));

        assertThat(merged.entries())
                .hasSize(a.trace().entries().size() + b.trace().entries().size());
        for (int i = 0; i < merged.entries().size(); i++) {
            StoredEntry entry = merged.entries().get(i);
            assertThat(entry.sequence()).isEqualTo(i + 1L);
            assertThat(entry.cause()).isLessThan(entry.sequence());
            assertThat(i == 0 ? 0 : merged.entries().get(i - 1).worldNanos()).isLessThanOrEqualTo(entry.worldNanos());
        }
        Timeline both = TimelineReader.read(merged.entries());
        Timeline first = TimelineReader.read(a.trace().entries());
        Timeline second = TimelineReader.read(b.trace().entries());
        assertThat(both.messages())
                .hasSize(first.messages().size() + second.messages().size());
        assertThat(both.transfers())
                .hasSize(first.transfers().size() + second.transfers().size());
        assertThat(both.spans()).hasSize(first.spans().size() + second.spans().size());
        assertThat(both.messages())
                .allSatisfy(message -> assertThat(message.from().endsWith("[hardened]"))
                        .isEqualTo(message.to().endsWith("[hardened]")));
    }

    @Test
    void areToldApartByScenarioAndProfileElseSeed() {
        StoredRun a = stored("peer-death/in-data", "hardened", 1);
        StoredRun b = stored("peer-death/in-data", "hardened", 2);

        assertThat(pair(a, b).a().label()).isEqualTo("seed 1");
        assertThat(pair(a, a).b().label()).isEqualTo("second");
        assertThat(pair(a, stored("expired-pin", "hardened", 1)).b().label()).isEqualTo("expired-pin");
        StoredRun both = stored("expired-pin", "vllm-2026-08", 1);
        assertThat(pair(a, both).a().label()).isEqualTo("peer-death/in-data, hardened");
        assertThat(pair(a, both).b().label()).isEqualTo("expired-pin, vllm-2026-08");
    }

    @Test
    void areHeadedByBothScenariosWhereTheyAreOfTwo() {
        StoredRun a = stored("peer-death/in-data", "hardened", 1);
        StoredRun b = stored("expired-pin", "hardened", 1);

        assertThat(PairPage.of(pair(a, b))).contains("<h1>peer-death/in-data and expired-pin</h1>");
        assertThat(PairPage.of(pair(a, stored("peer-death/in-data", "hardened", 2))))
                .contains("<h1>peer-death/in-data: seed 1 and seed 2</h1>");
    }

    @Test
    void haveTheLanesOfOnePeerBesideEachOther() {
        RunPair pair =
                pair(stored("peer-death/in-data", "hardened", 1), stored("peer-death/in-data", "vllm-2026-10", 1));

        assertThat(Merged.of(pair).report().peers())
                .extracting(RunReport.Peer::peer)
                .containsExactly(
                        "prefill [hardened]", "prefill [vllm-2026-10]", "decode [hardened]", "decode [vllm-2026-10]");
    }

    @Test
    void areTheSamePageTwice() {
        RunPair pair = pair(stored("expired-pin", "hardened", 1), stored("expired-pin", "vllm-2026-08", 1));

        assertThat(PairPage.of(pair)).isEqualTo(PairPage.of(pair));
    }

    @Test
    void areRenderedAsAPageOnly() {
        StoredRun run = stored("expired-pin", "hardened", 1);
        StringWriter err = new StringWriter();
        int status = Main.run(
                new String[] {"report", run.folder().toString(), run.folder().toString(), "--format", "csv"},
                new Console(new PrintWriter(Writer.nullWriter()), new PrintWriter(err), false, Style.PLAIN));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("two runs are rendered as a page only");
        assertThat(Files.exists(run.folder().resolve("tables"))).isFalse();
    }
}
