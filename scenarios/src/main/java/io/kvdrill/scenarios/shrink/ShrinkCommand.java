package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.cli.Interruption;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Shrinker.Limits;
import io.kvdrill.sim.search.shrink.Size;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a small scenario file of a failing run. */
@Command(
        name = "shrink",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Make a small scenario file of a run in which a law breaks.",
        footer = {
            "",
            "The file fails as the run does: the same law, at the same kind of event. Its",
            "outcome is stated, so that `kvdrill run FILE` ends with status 0.",
            "  kvdrill shrink --swarm-seed 7 --profile vllm-2026-08 --keep",
            "  kvdrill shrink peer-death/in-data --profile vllm-2026-08 -o small.yaml",
            "  kvdrill shrink runs/peer-death/in-data/vllm-2026-08/1",
            "",
            "Exit status: 0 with a file, also after Ctrl-C, 2 if the input is wrong or the",
            "run does not fail."
        })
public final class ShrinkCommand implements Callable<Integer> {
    private static final int EVERY_RUNS = 25;

    private final Console console;

    @Mixin
    private final FailingRunOptions which = new FailingRunOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the scenario to this file. Default: standard output.")
    private @Nullable String output;

    @Option(
            names = "--keep",
            arity = "0..1",
            fallbackValue = Regressions.FOLDER,
            paramLabel = "DIR",
            description =
                    "Put it among the regressions, which `run --all` replays: a file in this folder, regressions unless another one is named.")
    private @Nullable String keep;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description =
                    "The run that this schedule, which explore has stored, makes of the scenario. Needs -o: a schedule is written beside the scenario.")
    private @Nullable String replay;

    @Option(
            names = "--max-time",
            paramLabel = "DURATION",
            description = "Be content with the best after this long. Default: ${DEFAULT-VALUE}.")
    private String maxTime = "60s";

    /** Made with where it speaks. */
    public ShrinkCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long maxNanos = maxNanos();
        if (output != null && keep != null) {
            throw FailingRunOptions.refuse("-o and --keep", "leave one out");
        }
        Path named = output == null ? null : writable(output);
        if (replay != null) {
            return explored(replay, named, maxNanos);
        }
        FailingRun failing = which.find();
        try (Interruption interruption = new Interruption()) {
            TwoWays.Result result =
                    new TwoWays(failing, System::nanoTime, maxNanos, interruption::asked, this::progress).shrink();
            erase();
            ShrunkFile file = ShrunkFile.of(failing, result.best());
            deliver(failing, result, file, place(file, named));
            console.out().flush();
            console.err().flush();
            return ExitStatus.AS_STATED;
        }
    }

    private int explored(String schedule, @Nullable Path named, long maxNanos) {
        if (named == null) {
            throw FailingRunOptions.refuse(
                    "--replay without -o", "name a file: a scenario and a schedule are written, side by side");
        }
        ExploredRun explored = which.explored(schedule);
        try (Interruption interruption = new Interruption()) {
            long deadline = System.nanoTime() + maxNanos;
            int[] runs = {0};
            ExploredRun.Result result = explored.shrink(new Limits(TwoWays.MOST_RUNS, () -> {
                progress(++runs[0]);
                return !interruption.asked() && System.nanoTime() < deadline;
            }));
            erase();
            String beside = named.toString().replaceFirst("(\\.ya?ml)?$", ".schedule.yaml");
            String again = ExploredRun.again(result, named.toString(), beside);
            String text = ExploredRun.text(result, again);
            write(named, text);
            ExploredRun.schedule(result).write(Path.of(beside), List.of(again));
            console.out()
                    .println(explored.failing().label() + ": "
                            + explored.failing().signature().law());
            console.out()
                    .println("  from " + TwoWays.sizeOf(explored.failing().candidate()) + ", "
                            + Texts.count(explored.deviations().count()) + " deviations");
            console.out()
                    .println("  to   " + ExploredRun.size(result, text) + ", "
                            + Texts.count(result.run().deviations().count()) + " deviations, "
                            + Texts.count(result.runs()) + " runs" + (result.complete() ? "" : ", not to the end"));
            console.out().println("  again: " + again);
            console.out().flush();
            return ExitStatus.AS_STATED;
        }
    }

    private @Nullable Path place(ShrunkFile file, @Nullable Path named) {
        return keep == null ? named : Regressions.place(keep, file.stem(), path -> file.text(path.toString()));
    }

    /** The scenario alone goes to standard output where no file is named. */
    private void deliver(FailingRun failing, TwoWays.Result result, ShrunkFile file, @Nullable Path place) {
        String called = place == null ? file.stem() + ".yaml" : place.toString();
        String text = file.text(called);
        if (place == null) {
            console.out().print(text);
        } else {
            write(place, text);
        }
        java.io.PrintWriter words = place == null ? console.err() : console.out();
        Signature signature = failing.signature();
        words.println(failing.label() + ": " + signature.law()
                + (signature.event().isEmpty() ? "" : " at " + signature.event()));
        words.println("  from " + TwoWays.sizeOf(failing.candidate()));
        Size size = file.size(called);
        words.println("  to   " + size + ", by " + (result.schedule() ? "its schedule" : "its world") + ", "
                + Texts.count(result.runs()) + " runs" + (result.complete() ? "" : ", not to the end"));
        words.println("  hardened: " + (file.holdsUnderHardened() ? "holds, and the file says so" : "not stated"));
        if (!file.asStated()) {
            words.println(
                    "  the file fails: that the run does not settle, or does not end as stated, cannot be stated");
        }
        if (place != null) {
            words.println("  again: " + file.again(called));
        }
    }

    private void progress(int run) {
        if (console.errIsTerminal() && run % EVERY_RUNS == 0) {
            console.err().print("\r\u001b[Kshrinking: run " + run);
            console.err().flush();
        }
    }

    private void erase() {
        if (console.errIsTerminal()) {
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }

    private long maxNanos() {
        try {
            long nanos = Units.nanos(maxTime);
            if (nanos > 0) {
                return nanos;
            }
            throw new UnitException("must be more than zero", "such as 60s");
        } catch (UnitException e) {
            throw FailingRunOptions.refuse("--max-time " + maxTime + ": " + e.problem(), e.help());
        }
    }

    private static Path writable(String argument) {
        try {
            Path path = Path.of(argument);
            Path parent = path.toAbsolutePath().getParent();
            if (argument.isBlank() || Files.isDirectory(path) || parent == null || !Files.isWritable(parent)) {
                throw FailingRunOptions.refuse(
                        "-o " + argument + ": cannot be written to", "name a file in a folder that exists");
            }
            return path;
        } catch (InvalidPathException e) {
            throw FailingRunOptions.refuse("-o " + argument + ": is no path", "name a file");
        }
    }

    private static void write(Path path, String text) {
        try {
            Files.writeString(path, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": cannot be written: " + e.getMessage(), e);
        }
    }
}
