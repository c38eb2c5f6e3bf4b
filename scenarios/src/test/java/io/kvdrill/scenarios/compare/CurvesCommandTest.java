package io.kvdrill.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.ShellWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Variants along axes")
class CurvesCommandTest {
    /** The load waits for its deadline, and the prompt is computed then: the line is the deadline plus a constant. */
    private static final String LOST_WORD = """
            format: 1
            about: The word that blocks have arrived is lost
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            links: {control: {rtt: {from: 100us, to: 300us}}}
            requests:
              - {id: hello, tokens: 16, source: prefill, consume: decode}
              - {id: r1, at: 2s, tokens: 512, produce: prefill, consume: decode}
            faults: [{drop: {from: prefill, type: transfer_done}, at: 1s}]
            cases:
              word-lost: {}
              nothing-lost: {faults: []}
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

    private Said compare(String words, String... more) {
        List<String> args = new ArrayList<>(List.of("compare", scenario + "/word-lost"));
        args.addAll(ShellWords.of(words));
        args.addAll(List.of(more));
        return kvdrill(args.toArray(String[]::new));
    }

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("lost.yaml"), LOST_WORD).toString();
    }

    @Test
    void crossWhereTheyAreEqual() {
        Said said = compare("--seeds 1..12 --of r1 --metric fallback_max"
                + " --variant 'fixed=hardened profile.load_timeout_pd=20s' --variant swept=hardened"
                + " --axis profile.load_timeout_pd=5s,10s,30s,60s");

        assertThat(said.status()).as(said.err()).isZero();
        assertThat(said.out().replaceAll("\\s+", " "))
                .contains(
                        "fallback_max: swept is lower than fixed from 5s to 10s, is higher than fixed from 30s to 60s;"
                                + " the lines cross between 10s and 30s, on a straight line between means at 20 s.");
    }

    @Test
    void areNotSaidToDifferWhereTheyDoNot() {
        Said said = compare("--seeds 1..12 --of r1 --metric fallback_max"
                + " --variant 'fixed=hardened profile.load_timeout_pd=20s' --variant swept=hardened"
                + " --axis profile.load_timeout_pd=20s,30s --allow-identical");

        assertThat(said.out().replaceAll("\\s+", " "))
                .contains("swept cannot be told from fixed at 20s, is higher than fixed at 30s.");
    }

    @Test
    void mayBeTwoAndThenHaveAFindingForEachValueOfTheSecond() {
        Said said = compare("--seeds 1..12 --of r1 --metric fallback_max"
                + " --variant 'fixed=hardened profile.load_timeout_pd=20s' --variant swept=hardened"
                + " --axis profile.load_timeout_pd=10s,30s --axis requests.r1.tokens=512,1024");

        assertThat(said.status()).as(said.err()).isZero();
        assertThat(said.out()).contains("at requests.r1.tokens 512:").contains("at requests.r1.tokens 1024:");
    }

    @Test
    void mayBeCasesOfTheScenario() {
        Said said = kvdrill(
                "compare",
                scenario,
                "--seeds",
                "1..2",
                "--metric",
                "remote_hits",
                "--variant",
                "ours=hardened",
                "--axis",
                "case=word-lost,nothing-lost");

        assertThat(said.status()).as(said.err()).isZero();
        assertThat(said.out()).contains("word-lost").contains("nothing-lost");
    }

    @Test
    void giveTheSameBytesForAnyNumberOfThreads() throws IOException {
        String words = "--seeds 1..6 --metric fallback_max,messages --variant one=hardened --variant other=vllm-2026-10"
                + " --axis profile.load_timeout_pd=10s,30s";
        List<String> written = new ArrayList<>();
        for (String jobs : List.of("1", "3")) {
            Path here = Files.createDirectory(folder.resolve("jobs" + jobs));
            Said said = compare(
                    words,
                    "--jobs",
                    jobs,
                    "-o",
                    here.resolve("curves.json").toString(),
                    "--markdown",
                    here.resolve("curves.md").toString(),
                    "--figures",
                    here.resolve("figures").toString());
            assertThat(said.status()).as(said.err()).isZero();
            StringBuilder all = new StringBuilder(said.out());
            try (Stream<Path> files = Files.walk(here)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    all.append(here.relativize(file)).append(Files.readString(file));
                }
            }
            written.add(all.toString());
        }

        assertThat(written.get(0))
                .isEqualTo(written.get(1))
                .contains("fallback_max.svg")
                .contains("</svg>");
    }

    @Test
    void areReadBackAsTheyWereAndMakeAPage() throws IOException {
        Path stored = folder.resolve("curves.json");
        compare(
                "--seeds 1..6 --metric fallback_max --variant one=hardened --variant other=vllm-2026-10"
                        + " --axis profile.load_timeout_pd=10s,30s",
                "-o",
                stored.toString());

        CurvesReport report = ReportJson.readCurves(Files.readString(stored));
        assertThat(ReportJson.write(report)).isEqualTo(Files.readString(stored));
        assertThat(kvdrill("report", stored.toString()).status()).isZero();
        assertThat(Files.readString(folder.resolve("curves.html")))
                .contains("<svg")
                .contains("fallback_max");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --variant a=hardened --axis profile.load_timeout_p=5s,10s | did you mean
            --variant a=hardened --axis peers.decode.slot=64,128 | did you mean
            --variant a=hardened --axis profile.load_timeout_pd=5s | one value makes no curve
            --variant a=hardened --axis profile.load_timeout_pd=5s,5s | a value is there twice
            --variant a=hardened --axis profile.load_timeout_pd=5s,,9s | a value is empty
            --variant a=hardened --axis profile.load_timeout_pd | expected PATH=VALUE,VALUE
            --variant a=hardened --axis requests.r1.tokens=16,32 --axis requests.r1.tokens=64,128 | the other axis is the same
            --variant a=hardened --axis requests.r1.tokens=16,32 --axis requests.r1.at=3s,4s --axis peers.decode.slots=64,65 | there are two axes already
            --variant a=hardened --axis requests.r1.tokens=16,32 --seeds 1..100 --budget 150runs | 2 points of 1 variant with 100 seeds make 200 runs, and --budget 150runs allows 150
            --variant a=hardened --axis requests.r1.tokens=16,32 --budget 10m | is a time
            --variant a=hardened --axis requests.r1.tokens=16,32 --metric ttft | there is no such metric
            --variant a=hardened --axis requests.r1.tokens=16,32 --metric recovery --seeds 1..2 | has nothing to measure
            --variant a=hardened --variant b=hardened --axis requests.r1.tokens=16,32 | a and b differ in nothing
            --axis requests.r1.tokens=16,32 | which variants
            --variant a=hardened --variant b=vllm-2026-08 --figures x | without an axis there are no curves
            """)
    void areRefusedWhereTheyMakeNoSense(String words, String message) {
        Said said = compare(words);

        assertThat(said.status()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).contains(message);
        assertThat(said.out()).isEmpty();
    }

    @Test
    void refuseAnAxisThatNoVariantFollows() {
        Said said = compare("--seeds 1..2 --variant 'a=hardened profile.load_timeout_pd=20s'"
                + " --axis profile.load_timeout_pd=5s,10s");

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains("no variant changes along it", "leave profile.load_timeout_pd out");
    }

    @Test
    void refuseToCountRequestsThatNobodyMakesAndAMetricTwice() {
        Said nobody = compare("--seeds 1..2 --of r11 --variant a=hardened --axis profile.load_timeout_pd=5s,10s");
        assertThat(nobody.status()).isEqualTo(2);
        assertThat(nobody.err()).contains("--of r11: no request is called that", "r1");
        Said twice = compare("--seeds 1..2 --metric ttft_max,ttft_max --variant a=hardened"
                + " --axis profile.load_timeout_pd=5s,10s");
        assertThat(twice.status()).isEqualTo(2);
        assertThat(twice.err()).contains("ttft_max is there twice");
    }

    @Test
    void areNotReadWithoutEachPoint() throws IOException {
        Path file = folder.resolve("curves.json");
        Said said = compare(
                "--seeds 1..2 --metric fallback_max --variant a=hardened --axis profile.load_timeout_pd=5s,10s",
                "-o",
                file.toString());
        assertThat(said.status()).as(said.err()).isZero();
        CurvesReport whole = ReportJson.readCurves(Files.readString(file));
        CurvesReport part = new CurvesReport(
                whole.reportVersion(),
                whole.scenario(),
                whole.paired(),
                whole.firstSeed(),
                whole.seeds(),
                whole.axes(),
                whole.variants(),
                whole.metrics(),
                whole.points().subList(0, 1),
                whole.findings());
        Files.writeString(file, ReportJson.write(part));

        Said again = kvdrill("report", file.toString());

        assertThat(again.status()).isEqualTo(2);
        assertThat(again.err()).contains("its axes make 2 points", "it holds [[0]]");
    }
}
