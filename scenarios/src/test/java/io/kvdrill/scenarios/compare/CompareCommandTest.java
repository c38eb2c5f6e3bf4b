package io.kvdrill.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.ShellWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A comparison of variants")
class CompareCommandTest {
    private static final String JITTERY = """
            format: 1
            about: One request over a link whose latency is a matter of chance
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2, step: 5ms}
            links: {control: {rtt: {from: 2ms, to: 800ms}}}
            requests:
              - {id: hello, tokens: 16, source: prefill, consume: decode}
              - {id: r1, at: 2s, tokens: 512, produce: prefill, consume: decode}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String scenario = "";

    private record Said(int status, String out, String err) {}

    private static Said kvdrill(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(args, new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
        return new Said(status, out.toString(), err.toString());
    }

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("jittery.yaml"), JITTERY).toString();
    }

    private List<Variant> variants(String... texts) {
        return Variants.read(scenario, List.of(), List.of(texts), true);
    }

    private static ComparisonReport compare(List<Variant> variants, long first, int seeds, boolean paired, int jobs) {
        try (Trials trials = Trials.own()) {
            return new Comparison(
                            new Comparison.Plan(variants, List.of(Metric.values()), first, seeds, paired, jobs), trials)
                    .run(made -> {});
        }
    }

    private static boolean anyClear(ComparisonReport report) {
        return report.differences().stream().anyMatch(ComparisonReport.Difference::distinguishable);
    }

    @Test
    void findsAShorterTimeoutFasterAndSaysByHowMuch() {
        Said said = kvdrill(
                "compare",
                "late-write-after-abort",
                "--seeds",
                "1..8",
                "--metric",
                "fallback_max,failed_requests",
                "--variant",
                "base=hardened",
                "--variant",
                "short=hardened profile.load_timeout_pd=10s");

        assertThat(said.status()).as(said.err()).isZero();
        assertThat(said.out()).contains("short against base").containsPattern("\\* fallback_max +31.28 +11.28 +-20 ");
    }

    @Test
    void saysThatTooFewSeedsCanTellNothing() {
        Said said = kvdrill(
                "compare",
                "late-write-after-abort",
                "--seeds",
                "1..2",
                "--metric",
                "fallback_max",
                "--variant",
                "base=hardened",
                "--variant",
                "short=hardened profile.load_timeout_pd=10s");

        assertThat(said.out()).contains("take at least 6");
    }

    @Test
    void ofAVariantWithItselfFindsNoDifferenceWithPairedSeeds() {
        List<Variant> same = variants("one=hardened", "other=hardened");

        for (int i = 0; i < 10; i++) {
            ComparisonReport report = compare(same, 1 + 12L * i, 12, true, 2);
            assertThat(anyClear(report)).isFalse();
            assertThat(report.differences())
                    .allSatisfy(one -> assertThat(one.difference()).isZero());
        }
    }

    @Test
    void ofAVariantWithItselfFindsNoDifferenceInNinetyFourOfAHundredWithUnpairedSeeds() {
        List<Variant> same = variants("one=hardened", "other=hardened");

        int none = 0;
        for (int i = 0; i < 100; i++) {
            none += anyClear(compare(same, 1 + 24L * i, 12, false, 2)) ? 0 : 1;
        }
        assertThat(none).isGreaterThanOrEqualTo(94);
    }

    @Test
    void doesNotDependOnTheNumberOfThreads() {
        List<Variant> two = variants("one=hardened", "other=vllm-2026-10");

        assertThat(compare(two, 1, 10, true, 1)).isEqualTo(compare(two, 1, 10, true, 3));
    }

    @Test
    void isReadBackAsItWas() {
        ComparisonReport report = compare(variants("one=hardened", "other=vllm-2026-10"), 1, 6, true, 1);

        assertThat(ReportJson.readComparison(ReportJson.write(report))).isEqualTo(report);
    }

    @Test
    void namesLawsThatAreNewlyKept() throws IOException {
        Path markdown = folder.resolve("table.md");
        Said said = kvdrill(
                "compare",
                "late-write-after-abort",
                "--seeds",
                "1..2",
                "--markdown",
                markdown.toString(),
                "--variant",
                "aug=vllm-2026-08",
                "--variant",
                "fixed=hardened");

        assertThat(said.out())
                .contains("I2 breaks: aug in 2 of 2, fixed in 0 of 2 (newly kept)")
                .contains("too few runs");
        assertThat(Files.readString(markdown)).contains("| I2 | 2 of 2 | 0 of 2 | (newly kept) |");
    }

    @Test
    void comparesATierOfYoursWithKvdrillsOnTheSameSeeds() {
        Said said = kvdrill(
                "compare",
                "peer-death/in-data",
                "--seeds",
                "1..2",
                "--variant",
                "ours=hardened",
                "--variant",
                "mine=hardened tier:decode='python3 examples/tier/small_tier.py'");

        assertThat(said.status()).as(said.err()).isZero();
        assertThat(said.out()).contains("mine against ours");
    }

    @Test
    void fitsIntoEightyColumns() {
        Said said = kvdrill(
                "compare",
                scenario,
                "--seeds",
                "1..6",
                "--variant",
                "a-rather-long-name=hardened",
                "--variant",
                "another-long-name=vllm-2026-08");

        assertThat(said.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void helpNamesEveryMetric() {
        Said said = kvdrill("compare", "--help");

        assertThat(said.out().replaceAll("\\s+", " "))
                .contains(Arrays.stream(Metric.values()).map(Metric::word).toList());
        assertThat(said.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --variant a=hardened | nothing to be compared with
            --variant a=hardened --variant b=hardened | a and b differ in nothing
            --variant a=hardened --variant a=vllm-2026-08 | another variant is called a
            --variant a=hardened --variant b=hardend | did you mean
            --variant a=hardened --variant 'b=hardened profile.load_timeout=5s' | did you mean
            --variant a=hardened --variant 'b=hardened vllm-2026-08' | two profiles
            --variant a=hardened --variant 'b=hardened tier:nobody=true' | has no peer of this name
            --variant a=hardened --variant hardened | expected NAME=
            --variant a=hardened --variant b=vllm-2026-08 --metric ttft | there is no such metric
            --variant a=hardened --variant b=vllm-2026-08 --metric recovery --seeds 1..2 | has nothing to measure
            --variant a=hardened --variant b=vllm-2026-08 --seeds 1..1000000 | make 2000000 runs, and --budget 100000runs allows 100000
            --variant a=hardened --variant b=vllm-2026-08 --seeds 9..1 | 9..1
            --variant a=hardened --variant b=vllm-2026-08 --jobs 0 | leaves nobody to run anything
            """)
    void refusesWhatMakesNoSense(String words, String message) {
        List<String> args = new ArrayList<>(List.of("compare", scenario));
        args.addAll(ShellWords.of(words.strip()));

        Said said = kvdrill(args.toArray(String[]::new));

        assertThat(said.status()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).contains(message);
        assertThat(said.out()).isEmpty();
    }
}
