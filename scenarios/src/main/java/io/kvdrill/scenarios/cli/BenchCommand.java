package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.bench.BenchFigures;
import io.kvdrill.scenarios.bench.BenchMode;
import io.kvdrill.scenarios.bench.BenchRun;
import io.kvdrill.scenarios.bench.BenchSet;
import io.kvdrill.scenarios.bench.Measured;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.summary.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** Measures how fast a fixed set of runs is. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measure how fast a fixed set of runs is (docs/performance.md).",
        footer = {
            "",
            "  kvdrill bench",
            "  kvdrill bench mesh-128 --repeat 7",
            "  kvdrill bench mesh-128 --jfr mesh.jfr     then: jfr print, or JDK Mission Control",
            "  kvdrill bench mesh-128 --set peers.r.count=32",
            "",
            "Exit status: 0, 2 if the input is wrong, 3 if something is missing here."
        })
final class BenchCommand implements Callable<Integer> {
    private static final String HEADER =
            "                    events    events/s   (on the  virtual  bytes/   peak  checks  trace";
    private static final String UNITS =
            "                          of CPU time    clock)    s/s   event    MiB   cost    cost";

    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "Only these. The set: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Names.class)
    private List<String> names = List.of();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "How often each is measured, after a first time that does not count. Default: ${DEFAULT-VALUE}.")
    private int repeat = 3;

    @Option(names = "--cold", description = "Leave out the first time that does not count, where a run is long enough.")
    private boolean cold;

    @Option(names = "--only-checked", description = "Do not measure what checking and tracing cost.")
    private boolean onlyChecked;

    @Option(names = "--seed", paramLabel = "N", description = "The seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Change a field of the runs, as in run. May be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            description = "Record what is measured with the JDK's Flight Recorder, to this file.")
    private @Nullable String jfr;

    @Option(names = "--json", description = "One JSON object a line for each run.")
    private boolean json;

    /** What may be named. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        /** All of the set. */
        Names() {
            super(BenchSet.names());
        }
    }

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (repeat < 1) {
            throw refuse("--repeat " + repeat + " measures nothing", "at least 1");
        }
        List<String> wanted = names.isEmpty() ? BenchSet.names() : names;
        for (String name : wanted) {
            if (!BenchSet.names().contains(name)) {
                throw refuse(name + ": there is no such run", Nearest.suggestion(name, BenchSet.names()));
            }
        }
        List<RunCase> cases =
                wanted.stream().map(name -> BenchSet.of(name, seed, settings)).toList();
        if (jfr != null) {
            if (cases.size() > 1) {
                throw refuse("--jfr records one run", "name it, such as kvdrill bench mesh-128 --jfr " + jfr);
            }
            OutputFile.prepare("--jfr", jfr);
        }
        if (!json) {
            console.out().println(HEADER);
            console.out().println(UNITS);
        }
        for (int i = 0; i < cases.size(); i++) {
            tell(measure(wanted.get(i), cases.get(i)));
        }
        return ExitStatus.AS_STATED;
    }

    private BenchFigures measure(String name, RunCase runCase) {
        BenchMode[] modes = onlyChecked ? new BenchMode[] {BenchMode.CHECKED} : BenchMode.values();
        if (!cold) {
            for (BenchMode mode : modes) {
                BenchRun.measure(runCase, mode);
            }
        }
        Map<BenchMode, List<Measured>> measured = new EnumMap<>(BenchMode.class);
        try (Recording recording = recording()) {
            for (int i = 0; i < repeat; i++) {
                for (BenchMode mode : modes) {
                    measured.computeIfAbsent(mode, any -> new ArrayList<>()).add(BenchRun.measure(runCase, mode));
                }
            }
            if (recording != null && jfr != null) {
                recording.dump(Path.of(jfr));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("--jfr " + jfr + ": cannot be written: " + e.getMessage(), e);
        }
        return new BenchFigures(name, measured);
    }

    private @Nullable Recording recording() throws IOException {
        if (jfr == null) {
            return null;
        }
        try {
            Recording recording = new Recording(Configuration.getConfiguration("profile"));
            recording.start();
            return recording;
        } catch (ParseException e) {
            throw new EnvironmentException("this JDK has no settings for its Flight Recorder: " + e.getMessage());
        }
    }

    private void tell(BenchFigures figures) {
        if (json) {
            console.out().println(JsonMapper.shared().writeValueAsString(figures.fields()));
        } else {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%-16s %,9d  %,10.0f %,10.0f %,8.0f %,7.0f %6d %6s  %6s",
                            figures.name(),
                            figures.entries(),
                            figures.entriesPerCpuSecond(),
                            figures.entriesPerSecond(),
                            figures.virtualPerWall(),
                            figures.bytesPerEntry(),
                            figures.peakBytes() >> 20,
                            percent(figures.checkingCost()),
                            percent(figures.tracingCost())));
        }
        console.out().flush();
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : Math.round(share * 100) + " %";
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
