package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.explain.Explainer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what something is. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Say what a law, profile, profile row, scenario, scenario field or trace event is.",
        footer = {
            "",
            "  kvdrill explain I2                      a law",
            "  kvdrill explain vllm-2026-08            a profile: every row, and how it is known",
            "  kvdrill explain load_timeout_pd         a row of all profiles",
            "  kvdrill explain peer-death              a scenario and what it states",
            "  kvdrill explain faults.kill             a field of a scenario file",
            "  kvdrill explain events                  what a trace holds and a moment may wait for",
            "  kvdrill explain F36                     a public report: what rehearses it, what to do about it",
            "  kvdrill explain laws | profiles | rows | models | reports",
            "  kvdrill explain --search quarantine     all that has this word in its description"
        })
final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "TOPIC",
            completionCandidates = CompletionCommand.Topics.class,
            description = "What to explain; without one, what there is.")
    private List<String> topics = List.of();

    @Option(
            names = "--search",
            paramLabel = "WORD",
            arity = "1..*",
            description = "List what has all these words in its name or its description.")
    private List<String> words = List.of();

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Explainer explainer = new Explainer();
        if (!words.isEmpty()) {
            console.out().print(explainer.search(words));
        } else if (topics.isEmpty()) {
            console.out().print(explainer.topics());
        }
        for (int i = 0; i < topics.size(); i++) {
            console.out().print(i == 0 ? "" : "\n");
            console.out().print(explainer.explain(topics.get(i)));
        }
        console.out().flush();
        return ExitStatus.AS_STATED;
    }
}
