package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Validates scenario files and runs nothing. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Say what is wrong with scenario files; run nothing.",
        footer = {
            "",
            "  kvdrill check drills/mine.yaml",
            "  kvdrill check drills/*.yaml",
            "  kvdrill check peer-death            a shipped one, unless a file has its name",
            "",
            "Exit status: 0 if all can be run, 2 otherwise."
        })
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            completionCandidates = CompletionCommand.Scenarios.class,
            description = "A scenario file, or the name of a shipped one.")
    private List<String> files;

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(List.of()));
        int status = ExitStatus.AS_STATED;
        for (String file : files) {
            try {
                List<Scenario> scenarios = finder.find(file);
                Warnings.tell(scenarios, console);
                console.out()
                        .println(file + ": ok" + (scenarios.size() == 1 ? "" : ", " + scenarios.size() + " cases")
                                + (ScenarioFinder.hidesShipped(file)
                                        ? " (the file here, not the shipped scenario)"
                                        : ""));
            } catch (InvalidInputException e) {
                console.err().print(e.getMessage());
                console.err().flush();
                status = ExitStatus.WRONG_INPUT;
            }
        }
        return status;
    }
}
