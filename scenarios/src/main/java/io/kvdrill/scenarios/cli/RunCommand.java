package io.kvdrill.scenarios.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs scenarios. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run scenarios and say whether the outcome is the stated one.")
final class RunCommand implements Callable<Integer> {
    private final Console console;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        throw new EnvironmentException("not yet");
    }
}
