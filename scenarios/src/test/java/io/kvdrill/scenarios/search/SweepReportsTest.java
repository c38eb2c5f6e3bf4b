package io.kvdrill.scenarios.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.SweepReport;
import io.kvdrill.reports.page.SweepPage;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.swarm.Swarm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The report of a sweep")
class SweepReportsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static SwarmSubject subject() {
        List<SwarmSubject.Variant> variants = List.of(
                new SwarmSubject.Variant(
                        "vllm-2026-08", Profile.of(Preset.VLLM_2026_08), List.of("--profile", "vllm-2026-08")),
                new SwarmSubject.Variant("hardened", Profile.of(Preset.HARDENED), List.of("--profile", "hardened")));
        return new SwarmSubject(Swarm.standard(), variants, new OwnTier());
    }

    private SweepReport swept(String name, int threads, Budget budget, boolean resume) throws IOException {
        String stored = folder.resolve(name).toString();
        new Sweeper(
                        subject(),
                        new Sweeper.Options(new SeedRange(1, 60), budget, false, threads, SweepFile.in(stored, resume)))
                .run(result -> {});
        return StoredSweep.read(stored).report();
    }

    @Test
    void tellsHowEachVariantFaredAndHowItWent() throws IOException {
        SweepReport report = swept("one", 1, Budget.NONE, false);

        assertThat(report.runs()).isEqualTo(120);
        assertThat(report.variants()).extracting(SweepReport.Variant::runs).containsExactly(60L, 60L);
        assertThat(report.variants().get(0).failed()).isPositive().isEqualTo(report.failed());
        assertThat(report.variants().get(1).failed()).isZero();
        assertThat(report.history().get(0).runs()).isEqualTo(1);
        SweepReport.Point last = report.history().get(report.history().size() - 1);
        assertThat(last.runs()).isEqualTo(120);
        assertThat(last.failed()).isEqualTo(report.failed());
        assertThat(last.groups()).isEqualTo(report.groups().size());
        assertThat(report.history()).isSortedAccordingTo(Comparator.comparingLong(SweepReport.Point::runs));
    }

    @Test
    void isTheSameForAnyNumberOfThreadsAndHoweverOftenItWasCut() throws IOException {
        SweepReport one = swept("one", 1, Budget.NONE, false);
        SweepReport two = swept("two", 2, Budget.NONE, false);
        swept("cut", 2, new Budget(50, Long.MAX_VALUE), false);
        SweepReport cut = swept("cut", 1, Budget.NONE, true);

        assertThat(two).isEqualTo(one);
        assertThat(cut.variants()).isEqualTo(one.variants());
        assertThat(cut.groups()).isEqualTo(one.groups());
        assertThat(cut.failed()).isEqualTo(one.failed());
        assertThat(SweepPage.of(one)).isEqualTo(SweepPage.of(two));
    }

    @Test
    void isReadBackAsItWas() throws IOException {
        SweepReport report = swept("one", 1, Budget.NONE, false);

        assertThat(ReportJson.readSweep(ReportJson.write(report))).isEqualTo(report);
    }

    @Test
    void ofAnotherVersionIsRefused() throws IOException {
        swept("one", 1, Budget.NONE, false);
        Path file = folder.resolve("one").resolve(SweepFile.REPORT);
        Files.writeString(
                file, Files.readString(file).replaceFirst("\"report_version\" : 1", "\"report_version\" : 9"));

        assertThatThrownBy(() -> StoredSweep.read(folder.resolve("one").toString()))
                .hasMessageContaining("version 9")
                .hasMessageContaining("version 1");
    }
}
