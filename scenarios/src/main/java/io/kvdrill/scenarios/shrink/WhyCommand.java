package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.cli.Interruption;
import io.kvdrill.scenarios.explain.LawStory;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.why.Curve;
import io.kvdrill.sim.search.why.Futures;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says from which moment on a run had to break a law. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Say from which moment on a run had to break a law.",
        footer = {
            "",
            "Repeats the run up to a moment, lets it go on in other ways from there, and",
            "looks how often the same law breaks. Where that likelihood rises most, there is",
            "the cause.",
            "  kvdrill why late-write-after-abort --profile vllm-2026-08",
            "  kvdrill why --swarm-seed 7 --profile vllm-2026-08 --json",
            "",
            "Exit status: 0 with an answer, also after Ctrl-C, 2 if the input is wrong or",
            "no law breaks in the run."
        })
public final class WhyCommand implements Callable<Integer> {
    private static final long MOST_FUTURES = 10_000;
    private static final long MOST_CUTS = 200;

    private final Console console;

    @Mixin
    private final FailingRunOptions which = new FailingRunOptions();

    @Option(
            names = "--futures",
            paramLabel = "N",
            description = "How many futures to run from each moment. Default: ${DEFAULT-VALUE}.")
    private String futures = "40";

    @Option(
            names = "--cuts",
            paramLabel = "N",
            description = "From how many moments at most. Default: ${DEFAULT-VALUE}.")
    private String cuts = "24";

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    /** Made with where it speaks. */
    public WhyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        int futuresOfEach = inRange("--futures", futures, 2, MOST_FUTURES);
        int mostCuts = inRange("--cuts", cuts, 2, MOST_CUTS);
        try (Trials trials = which.trials();
                Interruption interruption = new Interruption()) {
            FailingRun failing = which.find(trials);
            Signature signature = failing.signature();
            if (LawStory.named(signature.law()).isEmpty()) {
                throw FailingRunOptions.refuse(
                        "no law breaks in " + failing.label() + ": it is " + signature.law(),
                        "why looks into the breaking of laws");
            }
            Curve curve = new Futures(failing.tier(), futuresOfEach, mostCuts, () -> !interruption.asked())
                    .of(failing.result(), signature.law());
            CurveText text = new CurveText(failing, curve);
            console.out().print(json ? text.json() + "\n" : text.lines());
            console.out().flush();
            return ExitStatus.AS_STATED;
        }
    }

    private static int inRange(String option, String text, long least, long most) {
        long number = FailingRunOptions.number(option, text);
        if (number < least || number > most) {
            throw FailingRunOptions.refuse(
                    option + " " + number + " is out of range", "a whole number from " + least + " to " + most);
        }
        return (int) number;
    }
}
