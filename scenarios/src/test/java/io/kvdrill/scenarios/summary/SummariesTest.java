package io.kvdrill.scenarios.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

@DisplayName("A summary of cases")
class SummariesTest {
    private static final String NASTY = "\u0000\u001b[31m <b>&amp;</b> ]]> | \ud83d\ude00 \ud800 \u2028 'q' \"Q\"";
    private static final List<CaseResult> CASES = List.of(
            CaseResult.of(report("peer-death/in-data", "hardened", "as_stated", List.of(), List.of()), 1_500_000_000),
            CaseResult.of(
                    report(
                            "peer-death/in-data",
                            "vllm-2026-08",
                            "violated",
                            List.of(NASTY, "two\nlines"),
                            List.of("I2", "I11")),
                    20_000_000),
            CaseResult.of(report("other", "hardened", "as_stated", List.of(), List.of("I4")), 0),
            new CaseResult("other", "vllm-2026-10", 1, "kvdrill run other", null, "java.lang.Error: " + NASTY, 5));

    @TempDir
    private Path folder;

    @Test
    void isXmlThatCiSystemsRead() throws Exception {
        String xml = JUnitXml.of(CASES);

        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(Objects.requireNonNull(SummariesTest.class.getResource("junit.xsd")))
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        Element all = document.getDocumentElement();
        assertThat(all.getAttribute("tests")).isEqualTo("4");
        assertThat(all.getAttribute("failures")).isEqualTo("1");
        assertThat(all.getAttribute("errors")).isEqualTo("1");
        assertThat(all.getElementsByTagName("testsuite").getLength()).isEqualTo(2);
        assertThat(all.getElementsByTagName("failure").item(0).getTextContent())
                .contains("two\nlines")
                .endsWith("again: kvdrill run peer-death/in-data --seed 1");
        assertThat(((Element) all.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .startsWith("violated: ??[31m <b>&amp;</b> ]]> | \ud83d\ude00 ? ");
        assertThat(all.getElementsByTagName("error").item(0).getTextContent()).contains("again: kvdrill run other");
    }

    @Test
    void isXmlForNoCaseAtAll() {
        assertThat(JUnitXml.of(List.of())).contains("tests=\"0\"");
    }

    @Test
    void inMarkdownBeginsWithWhatIsNotAsStated() {
        String text = MarkdownSummary.of(CASES);

        assertThat(text.lines().toList().get(0)).isEqualTo("## kvdrill: 2 of 4 cases not as stated");
        assertThat(text.lines().filter(line -> line.startsWith("| peer-death/in-data")))
                .singleElement()
                .asString()
                .startsWith("| peer-death/in-data | vllm-2026-08 | 1 | violated | I2, I11 | ")
                .contains("&lt;b&gt;&amp;amp;&lt;/b&gt; \\]\\]&gt; \\| ")
                .endsWith("; two lines |");
        assertThat(text).contains("\nkvdrill run peer-death/in-data --seed 1\nkvdrill run other\n```\n");
        assertThat(text).contains("| hardened | 2 | 2 | 0 | I4 | 1.5 |");
        assertThat(text.indexOf("| profile | cases |")).isGreaterThan(text.indexOf("kvdrill run other"));
    }

    @Test
    void inMarkdownSaysThatAllIsWell() {
        assertThat(MarkdownSummary.of(CASES.subList(0, 1)))
                .startsWith("## kvdrill: 1 case, all as stated\n")
                .doesNotContain("```");
    }

    @Test
    void isATableOf80Columns() {
        List<CaseResult> cases = List.of(
                CASES.get(0),
                CASES.get(1),
                CaseResult.of(
                        report(
                                "a-scenario-with-a-long-name/and-a-case-with-one",
                                "vllm-2026-10+changes",
                                "unexpected",
                                List.of(),
                                List.of("I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9")),
                        123_456_000_000L));

        String table = ResultTable.of(cases, UnaryOperator.identity(), text -> "!" + text);

        assertThat(table.lines()).allMatch(line -> line.length() <= 81);
        assertThat(table).contains("!violated", "!unexpected").doesNotContain("!as stated");
        assertThat(table.lines().filter(line -> line.startsWith("peer-death/in-data")))
                .hasSize(1);
    }

    @Test
    void isThereAsAWholeOrNotAtAll() throws IOException {
        Path file = Files.writeString(folder.resolve("summary.md"), "before");
        OutputFile output = OutputFile.prepare("--markdown", file.toString());

        assertThat(file).hasContent("before");
        output.write("after");

        assertThat(file).hasContent("after");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void isRefusedWhereItCannotBeWritten() {
        for (String bad :
                List.of("", folder.toString(), folder.resolve("gone/x.xml").toString(), "\0")) {
            assertThatThrownBy(() -> OutputFile.prepare("--junit", bad))
                    .as(bad)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("--junit ");
        }
    }

    private static RunReport report(
            String scenario, String profile, String verdict, List<String> reasons, List<String> broken) {
        RunReport.Violation violation = new RunReport.Violation(1, List.of(), null, null, null, "x", List.of());
        return new RunReport(
                RunReport.VERSION,
                scenario,
                "about",
                List.of(),
                profile,
                "hardened",
                Map.of(),
                1,
                verdict,
                reasons,
                List.of(),
                "kvdrill run " + scenario + " --seed 1",
                new RunReport.End("quiescent", ""),
                "0123456789abcdef0123456789abcdef",
                1,
                1,
                1,
                broken.stream()
                        .map(law -> new RunReport.Law(law, "", 1, 1, List.of(violation)))
                        .toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "sim");
    }
}
