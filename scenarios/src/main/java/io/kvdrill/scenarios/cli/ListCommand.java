package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.Library;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
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
            "  kvdrill list --json                     one line for each case, for a program",
            "  kvdrill explain peer-death              what one of them states"
        })
final class ListCommand implements Callable<Integer> {
    private static final Pattern LAW = Pattern.compile("[Ii][0-9]+");

    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description =
                    "Only cases with all these words in their name, what they are about, the kinds of their faults,"
                            + " the laws that break in them, or their reports.")
    private List<String> words = List.of();

    @Option(names = "--json", description = "One JSON object a line, one line for each case of each scenario.")
    private boolean json;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(List.of()));
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
                    "no shipped scenario has '" + String.join("' and '", words) + "'",
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
        }
    }

    private boolean isWanted(Scenario scenario) {
        return words.stream().allMatch(word -> has(scenario, word));
    }

    private static boolean has(Scenario scenario, String word) {
        if (LAW.matcher(word).matches()) {
            return breaks(scenario).values().stream().anyMatch(laws -> laws.contains(word.toUpperCase(Locale.ROOT)));
        }
        List<String> texts = new ArrayList<>(List.of(scenario.name(), scenario.fileAbout(), scenario.about()));
        texts.addAll(faults(scenario));
        texts.addAll(scenario.reports());
        String wanted = word.toLowerCase(Locale.ROOT);
        return texts.stream().anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted));
    }

    private static List<String> faults(Scenario scenario) {
        return scenario.world().faults().stream()
                .map(spec -> spec.fault().word())
                .distinct()
                .toList();
    }

    /** The laws that are stated to break, by profile; a profile that breaks none is left out. */
    private static Map<String, List<String>> breaks(Scenario scenario) {
        Map<String, List<String>> breaks = new LinkedHashMap<>();
        for (String profile : scenario.statedProfiles()) {
            List<String> laws = scenario.world().brokenUnder(profile);
            if (!laws.isEmpty()) {
                breaks.put(profile, laws.stream().distinct().toList());
            }
        }
        return breaks;
    }

    private static Map<String, Object> line(Scenario scenario) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", scenario.name());
        line.put("about", scenario.about());
        line.put("file_about", scenario.fileAbout());
        line.put("profiles", scenario.statedProfiles());
        line.put("faults", faults(scenario));
        line.put("breaks", breaks(scenario));
        line.put("reports", scenario.reports());
        return line;
    }
}
