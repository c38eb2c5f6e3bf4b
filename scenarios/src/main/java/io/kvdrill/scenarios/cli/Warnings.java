package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.source.Problem;
import io.kvdrill.scenarios.format.source.ProblemPrinter;
import java.util.List;

/** Tells what can be run, but is hardly meant: on the stream for problems, each once. */
final class Warnings {
    private Warnings() {}

    /** Tells those of all these. */
    static void tell(List<Scenario> scenarios, Console console) {
        List<Problem> warnings = scenarios.stream()
                .flatMap(scenario -> scenario.written().warnings().stream())
                .distinct()
                .map(warning -> new Problem(warning.span(), "warning: " + warning.message(), warning.help()))
                .toList();
        console.err().print(ProblemPrinter.print(warnings));
        console.err().flush();
    }
}
