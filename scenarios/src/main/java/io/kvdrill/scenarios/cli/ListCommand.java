package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.explain.ScenarioText;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.Library;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** Lists the shipped scenarios. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the shipped scenarios.",
        footer = {
            "",
            "  kvdrill list",
            "  kvdrill list restart                    those in which something restarts",
            "  kvdrill list partition I2               a partition, and a profile that breaks I2",
            "  kvdrill list --kind death --symptom seconds_waited",
            "  kvdrill list --law I2 --profile vllm-2026-08    what breaks I2 under it, and why",
            "  kvdrill list --report F36               what rehearses a report",
            "  kvdrill list --json                     one line for each case, for a program",
            "  kvdrill explain peer-death              what one of them states"
        })
final class ListCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description =
                    "Only cases with all these words in their name, what they are about, the kinds of their faults,"
                            + " the laws that break in them, or their reports.")
    private List<String> words = List.of();

    @Mixin
    private final Selection selection = new Selection();

    @Option(names = "--json", description = "One JSON object a line, one line for each case of each scenario.")
    private boolean json;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(List.of()));
        selection.check(finder);
        JsonMapper mapper = JsonMapper.shared();
        boolean found = false;
        for (String name : Library.names()) {
            List<Scenario> cases =
                    finder.find(name).stream().filter(this::isWanted).toList();
            found |= !cases.isEmpty();
            if (json) {
                cases.forEach(scenario -> console.out().println(mapper.writeValueAsString(line(scenario))));
            } else if (!cases.isEmpty()) {
                say(cases);
            }
        }
        console.out().flush();
        if (!found) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    words.isEmpty()
                            ? "no shipped scenario has all that"
                            : "no shipped scenario has '" + String.join("' and '", words) + "'"
                                    + (selection.isEmpty() ? "" : " and all that the options say"),
                    "`kvdrill list` lists all; a word may be a kind of fault (restart) or a law (I2), too");
        }
        return ExitStatus.AS_STATED;
    }

    private void say(List<Scenario> cases) {
        Scenario first = cases.get(0);
        console.out().println(console.style().strong(first.fileName()));
        console.out().print(Wrap.indented(first.fileAbout(), 4));
        for (Scenario scenario : cases) {
            if (!scenario.caseName().isEmpty()) {
                boolean same = scenario.about().equals(scenario.fileAbout());
                console.out()
                        .print(Wrap.words(
                                scenario.caseName() + (same ? "" : ": " + scenario.about()), "    - ", "      "));
            }
            if (!selection.profile().isEmpty()) {
                console.out().print(Wrap.indented(ScenarioText.laws(scenario, selection.profile()), 6));
            }
        }
    }

    private boolean isWanted(Scenario scenario) {
        return selection.has(scenario) && words.stream().allMatch(word -> Selection.hasWord(scenario, word));
    }

    private static Map<String, Object> line(Scenario scenario) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", scenario.name());
        line.put("about", scenario.about());
        line.put("file_about", scenario.fileAbout());
        line.put("profiles", scenario.statedProfiles());
        line.put("kind", scenario.rehearsal().kind());
        line.put("symptoms", scenario.rehearsal().symptoms());
        line.put("laws", scenario.rehearsal().laws());
        line.put("field_cases", scenario.rehearsal().fieldCases());
        line.put("faults", Selection.faults(scenario));
        line.put("breaks", Selection.breaks(scenario));
        line.put("reports", scenario.reports());
        return line;
    }
}
