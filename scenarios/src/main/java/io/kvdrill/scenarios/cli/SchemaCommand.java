package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.schema.Schemas;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the JSON Schema of a format. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Print the JSON Schema (draft 2020-12) of what kvdrill reads and writes.",
        footer = {
            "",
            "  kvdrill schema > scenario.schema.json   for the completion of an editor",
            "  kvdrill schema report                   for a program that reads report.json",
            "",
            "A scenario that begins with this line is completed and checked as you type,",
            "for example by the YAML extension of VS Code:",
            "  # yaml-language-server: $$schema=scenario.schema.json"
        })
final class SchemaCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "FORMAT",
            completionCandidates = Names.class,
            description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String format = Schemas.SCENARIO.publicName();

    SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Schemas schema = Schemas.named(format)
                .orElseThrow(() -> new InvalidInputException(
                        Source.of("kvdrill", "").whole(),
                        "there is no schema of '" + format + "'",
                        Nearest.suggestion(format, names())));
        console.out().print(schema.text());
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private static List<String> names() {
        return Arrays.stream(Schemas.values()).map(Schemas::publicName).toList();
    }

    /** For help and completion. */
    static final class Names implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return names().iterator();
        }
    }
}
