package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.shipped.Library;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Lists the shipped scenarios. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the shipped scenarios.",
        footer = {
            "",
            "  kvdrill list",
            "  kvdrill list --json                     one line for each case, for a program",
            "  kvdrill explain peer-death              what one of them states"
        })
final class ListCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--json", description = "One JSON object a line, one line for each case of each scenario.")
    private boolean json;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(List.of()));
        JsonMapper mapper = JsonMapper.shared();
        for (String name : Library.names()) {
            List<Scenario> cases = finder.find(name);
            if (json) {
                cases.forEach(scenario -> console.out().println(mapper.writeValueAsString(line(scenario))));
            } else {
                console.out().println(console.style().strong(name));
                console.out().print(Wrap.indented(cases.get(0).fileAbout(), 4));
                if (cases.size() > 1) {
                    console.out()
                            .print(Wrap.indented(
                                    "cases: "
                                            + String.join(
                                                    ", ",
                                                    cases.stream()
                                                            .map(Scenario::caseName)
                                                            .toList()),
                                    4));
                }
            }
        }
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private static Map<String, Object> line(Scenario scenario) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", scenario.name());
        line.put("about", scenario.about());
        line.put("profiles", scenario.statedProfiles());
        line.put("reports", scenario.reports());
        return line;
    }
}
