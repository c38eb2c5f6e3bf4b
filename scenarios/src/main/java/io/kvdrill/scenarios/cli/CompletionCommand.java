package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.explain.Explainer;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that makes a shell complete verbs, options and scenarios. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a script that makes a shell complete verbs, options and scenarios.",
        footer = {
            "",
            "  eval \"$$(kvdrill completion bash)\"      in ~/.bashrc",
            "  eval \"$$(kvdrill completion zsh)\"       in ~/.zshrc",
        })
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    /** Shells that there is a script for. */
    enum Shell {
        /** GNU bash. */
        bash,
        /** zsh, through its emulation of bash's completion. */
        zsh
    }

    @Parameters(arity = "1", paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash("kvdrill", spec.root().commandLine());
        if (shell == Shell.zsh) {
            console.out().println("autoload -U +X compinit && compinit");
        }
        console.out().print(script);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    /** What there is to explain. */
    static final class Topics implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new Explainer().allNames().iterator();
        }
    }

    /** The shipped scenarios and their cases. */
    static final class Scenarios implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            Set<String> names = new LinkedHashSet<>();
            for (Scenario scenario : new ScenarioFinder(new ScenarioReader(List.of())).all()) {
                names.add(scenario.fileName());
                names.add(scenario.name());
            }
            return names.iterator();
        }
    }
}
