package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.json.WorldsReport;
import io.kvdrill.reports.json.WorldsReport.Difference;
import io.kvdrill.reports.pair.RunPair;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.worlds.WorldsComparison;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.StoredRun;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A run in two worlds")
class WorldsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String AGAIN = "kvdrill compare first-transfer --on sim,processes --seed 1";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Side stored(String scenario, String profile) {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Main.run(
                new String[] {"run", scenario, "--profile", profile, "--out", folder.toString()},
                new Console(quiet, quiet, false, Style.PLAIN));
        StoredRun run = StoredRun.read(
                folder.resolve(scenario).resolve(profile).resolve("1").toString());
        return new Side("one", run.report(), run.trace());
    }

    /** The run as it would have come elsewhere: with other entries, which are numbered anew. */
    private static Side elsewhere(Side side, List<StoredEntry> entries) {
        List<StoredEntry> numbered = new ArrayList<>();
        for (StoredEntry entry : entries) {
            numbered.add(new StoredEntry(
                    numbered.size() + 1L,
                    entry.worldNanos(),
                    entry.peer(),
                    0,
                    entry.kind(),
                    entry.fields(),
                    entry.chain()));
        }
        return new Side(
                "other",
                side.report(),
                new StoredTrace(side.trace().header(), numbered, side.trace().fingerprint()));
    }

    private static List<StoredEntry> entries(Side side) {
        return new ArrayList<>(side.trace().entries());
    }

    private static WorldsReport compared(Side a, Side b) {
        return WorldsComparison.of(new RunPair(a, b), SECOND, AGAIN);
    }

    private static StoredEntry first(List<StoredEntry> entries, String kind) {
        return entries.stream()
                .filter(entry -> entry.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thatIsTheSameDiffersInNothing() {
        Side run = stored("first-transfer", "hardened");

        WorldsReport report = compared(run, elsewhere(run, entries(run)));

        assertThat(report.same()).isTrue();
        assertThat(report.races()).isEmpty();
        assertThat(report.notWaitedFor()).isEmpty();
        assertThat(report.compared().loads()).isEqualTo(2);
        assertThat(report.compared().jobs()).isEqualTo(5);
        assertThat(report.compared().ordered()).isGreaterThan(30);
        assertThat(Objects.requireNonNull(report.latest()).nanos()).isZero();
    }

    @Test
    void thatTookAnotherPathDiffersWithPeerAndRequest() {
        WorldsReport report = compared(
                stored("late-write-after-abort", "vllm-2026-08"),
                elsewhere(
                        stored("late-write-after-abort", "hardened"),
                        entries(stored("late-write-after-abort", "hardened"))));

        assertThat(report.same()).isFalse();
        assertThat(report.differences()).extracting(Difference::aspect).contains("outcome", "path");
        assertThat(report.differences())
                .filteredOn(one -> one.subject().equals("load of donor at decode"))
                .isNotEmpty()
                .allSatisfy(one -> {
                    assertThat(one.peer()).isEqualTo("decode");
                    assertThat(one.request()).isEqualTo("donor");
                    assertThat(one.a()).isNotEqualTo(one.b());
                });
    }

    @Test
    void thatIsLaterThanToleratedDiffersInTimesOnly() {
        Side run = stored("first-transfer", "hardened");
        List<StoredEntry> later = entries(run).stream()
                .map(entry -> new StoredEntry(
                        entry.sequence(),
                        entry.worldNanos() + 2 * SECOND,
                        entry.peer(),
                        entry.cause(),
                        entry.kind(),
                        entry.fields(),
                        entry.chain()))
                .toList();

        WorldsReport report = compared(run, elsewhere(run, later));

        assertThat(report.differences())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.aspect()).isEqualTo("time"));
        assertThat(WorldsComparison.of(new RunPair(run, elsewhere(run, later)), 2 * SECOND, AGAIN)
                        .same())
                .isTrue();
    }

    @Test
    void inWhichAnEffectComesBeforeItsCauseDiffersInOrder() {
        Side run = stored("first-transfer", "hardened");
        List<StoredEntry> entries = entries(run);
        StoredEntry ended = first(entries, "load_ended");
        entries.remove(ended);
        entries.add(entries.indexOf(first(entries, "write_started")), ended);

        WorldsReport report = compared(run, elsewhere(run, entries));

        assertThat(report.differences())
                .filteredOn(one -> one.aspect().equals("order"))
                .anySatisfy(one -> {
                    assertThat(one.subject()).isEqualTo("load of there at right: ended well");
                    assertThat(one.a()).contains("transfer_done of there");
                });
    }

    @Test
    void mayHaveWhatRacesInEitherOrder() {
        Side run = stored("first-transfer", "hardened");
        List<StoredEntry> parked = entries(run);
        StoredEntry submitted = parked.stream()
                .filter(entry -> entry.kind().equals("job_submitted")
                        && "there".equals(entry.value("request"))
                        && "store".equals(entry.value("direction")))
                .findFirst()
                .orElseThrow();
        parked.add(
                parked.indexOf(submitted) + 1,
                new StoredEntry(
                        1, submitted.worldNanos(), submitted.peer(), 0, "store_parked", submitted.fields(), ""));

        WorldsReport report = compared(run, elsewhere(run, parked));

        assertThat(report.differences()).isEmpty();
        assertThat(report.races()).singleElement().satisfies(one -> {
            assertThat(one.subject()).isEqualTo("store of there at left");
            assertThat(one.a()).doesNotContain("parked");
            assertThat(one.b()).contains("parked");
        });
    }

    @Test
    void isComparedUpToTheEndOfTheOneThatDidNotWait() {
        Side run = stored("unbound-store-expiry/fetch-at-59.9s", "hardened");
        List<StoredEntry> early = entries(run);
        long cut = first(early, "store_parked").worldNanos() + SECOND;
        early.removeIf(entry -> entry.worldNanos() > cut);
        String json =
                ReportJson.write(run.report()).replaceFirst("\"virtual_nanos\" : \\d+", "\"virtual_nanos\" : " + cut);
        RunReport cutShort = ReportJson.read(json);
        Side short0 = elsewhere(run, early);

        WorldsReport report = compared(run, new Side("other", cutShort, short0.trace()));

        assertThat(report.notWaitedFor()).isNotEmpty();
        assertThat(report.same()).isTrue();
    }

    @Test
    void beginsWithTheSimulatedOne() {
        Side run = stored("first-transfer", "hardened");
        RunReport real =
                ReportJson.read(ReportJson.write(run.report()).replace("\"on\" : \"sim\"", "\"on\" : \"processes\""));

        assertThatThrownBy(() -> compared(new Side("real", real, run.trace()), run))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
