package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.run.SimulatedRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The documentation")
class DocsTest {
    @TempDir
    private Path folder;

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void describesEveryVerbAndOption() throws IOException {
        String page = Files.readString(DOCS.resolve("cli.md"));
        StringWriter ignored = new StringWriter();
        Console console = new Console(new PrintWriter(ignored), new PrintWriter(ignored), false, Style.PLAIN);
        CommandLine commandLine = Main.commandLine(console, new SimulatedRunner());

        commandLine.getSubcommands().forEach((verb, command) -> assertThat(page).contains("`" + verb + " "));
        commandLine
                .getSubcommands()
                .forEach((verb, command) -> command.getSubcommands()
                        .keySet()
                        .forEach(inner -> assertThat(page).contains("`" + verb + " " + inner + "`")));
        commandLine.getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .flatMap(command -> command.getCommandSpec().options().stream())
                .forEach(option -> assertThat(page).contains(option.longestName()));
    }

    @Test
    void describesEveryFieldOfTheJsonLine() throws IOException {
        String page = Files.readString(DOCS.resolve("cli.md"));

        JsonMapper.shared()
                .readTree(Cli.run("run", "peer-death/in-data", "--json").lines().get(0))
                .propertyNames()
                .forEach(name -> assertThat(page).contains("`" + name + "`"));
    }

    @Test
    void describesEveryFieldOfTheReport() throws IOException {
        String page = Files.readString(DOCS.resolve("report-json.md"));

        for (String field : fields(RunReport.class)) {
            assertThat(page).containsPattern("[`.]" + field + "[`\\[.]");
        }
    }

    @Test
    void showsScenariosThatRun() throws IOException {
        for (Path page : List.of(DOCS.resolve("..").resolve("README.md"), DOCS.resolve("scenario-format.md"))) {
            String text = Files.readString(page);
            int start = text.indexOf("```yaml\n") + "```yaml\n".length();
            Path scenario =
                    Files.writeString(folder.resolve("shown.yaml"), text.substring(start, text.indexOf("```", start)));

            Cli cli = Cli.run("run", scenario.toString());

            assertThat(cli.status()).as(page + "\n" + cli.out() + cli.err()).isEqualTo(0);
        }
    }

    private static List<String> fields(Class<?> record) {
        List<String> fields = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            fields.add(component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
        }
        for (Class<?> inner : record.getDeclaredClasses()) {
            if (inner.isRecord()) {
                fields.addAll(fields(inner));
            }
        }
        return fields;
    }
}
