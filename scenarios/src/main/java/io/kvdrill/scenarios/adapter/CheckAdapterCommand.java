package io.kvdrill.scenarios.adapter;

import io.kvdrill.scenarios.adapter.Check.Outcome;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.process.PlainText;
import io.kvdrill.scenarios.process.ProcessCommand;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;

/** The verb {@code check-adapter}. */
@Command(
        name = "check-adapter",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Check whether a process keeps to docs/tier-protocol.md.",
            "",
            "Greets it, tells it what it does not know and what is no message, and lets the tier in it live a life with"
                    + " everything that the protocol has: twice, in wall time, and after a reset."
        },
        footer = {
            "",
            "  kvdrill check-adapter 'python3 my_tier.py'",
            "  kvdrill check-adapter './my_tier --msgpack' --tier-timeout 30",
            "",
            "Exit status: 0 if it does, 1 if not, 2 if it cannot be started and greeted."
        })
public final class CheckAdapterCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "CMD", description = "The process, for the shell.")
    private String command = "";

    @Option(
            names = "--tier-timeout",
            paramLabel = "SECONDS",
            description = "How long one answer may take. Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds = 10;

    @Option(names = "--json", description = "One JSON object a line for each check.")
    private boolean json;

    /** Made with where it speaks. */
    public CheckAdapterCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400)) {
            throw refuse("--tier-timeout " + timeoutSeconds, "seconds above 0, and at most a day");
        }
        if (command.isBlank()) {
            throw refuse("which process?", "name a command, such as 'python3 my_tier.py'");
        }
        Duration timeout = Duration.ofNanos((long) (timeoutSeconds * 1e9));
        List<Check> checks = new AdapterChecks(ProcessCommand.shell("tier", command, timeout, "--tier-timeout")).all();
        checks.forEach(this::tell);
        console.out().flush();
        return checks.stream().anyMatch(check -> check.outcome() == Outcome.FAILED)
                ? ExitStatus.NOT_AS_STATED
                : ExitStatus.AS_STATED;
    }

    private void tell(Check check) {
        String outcome = check.outcome().name().toLowerCase(Locale.ROOT);
        if (json) {
            console.out()
                    .println(JsonNodeFactory.instance
                            .objectNode()
                            .put("check", check.name())
                            .put("outcome", outcome)
                            .put("detail", check.detail()));
            return;
        }
        String line = String.format(Locale.ROOT, "%-8s %s", outcome, check.name());
        console.out().println(check.detail().isEmpty() ? line : line + ": " + PlainText.lines(check.detail()));
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
