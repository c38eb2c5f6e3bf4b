package io.kvdrill.scenarios.cli;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.ReportFormatException;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.EntryText;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceFormatException;
import io.kvdrill.reports.trace.TraceReader;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.sim.trace.TraceDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how two stored runs differ: what came of them, the first event that differs, and what led to it. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Say how two stored runs differ: in their outcome, and in which event first.",
        footer = {
            "",
            "  kvdrill run peer-death/in-data --out runs",
            "  kvdrill diff runs/peer-death/in-data/hardened/1 \\",
            "      runs/peer-death/in-data/vllm-2026-10/1",
            "",
            "Compares what came of the runs first, then event by event.",
            "",
            "Exit status: 0 if the runs are the same, 1 if they differ, 2 if one is no",
            "stored run."
        })
final class DiffCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "A", description = "A trace.jsonl, or the folder of a case that holds one.")
    private String left = "";

    @Parameters(index = "1", paramLabel = "B", description = "Another one.")
    private String right = "";

    @Option(
            names = "--causes",
            paramLabel = "N",
            description = "How many causes of each event to show. Default: ${DEFAULT-VALUE}.")
    private int causes = 8;

    DiffCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        StoredTrace a = read(left);
        StoredTrace b = read(right);
        Optional<TraceDiff.Difference> found = TraceDiff.between(a.entries(), b.entries());
        Optional<RunReport> reportA = report(left);
        Optional<RunReport> reportB = report(right);
        describe("A", left, a);
        describe("B", right, b);
        if (reportA.isPresent() && reportB.isPresent()) {
            OutcomeDiff.lines(reportA.get(), reportB.get())
                    .forEach(line -> console.out().print(Wrap.words(line, "  ", "    ")));
        }
        if (found.isEmpty()) {
            console.out()
                    .println(console.style()
                            .good("the same: " + Texts.counted(a.entries().size(), "event")));
            console.out().flush();
            return ExitStatus.AS_STATED;
        }
        TraceDiff.Difference difference = found.get();
        console.out()
                .println(console.style()
                        .bad("the first difference is event " + (difference.index() + 1) + ", after "
                                + difference.index() + " equal ones"));
        side("A", difference.left(), difference.leftCauses(), reportA);
        side("B", difference.right(), difference.rightCauses(), reportB);
        console.out().flush();
        return ExitStatus.NOT_AS_STATED;
    }

    private void describe(String name, String argument, StoredTrace trace) {
        console.out()
                .println(name + "  " + argument + ": " + trace.header().scenario() + " under "
                        + trace.header().profile() + ", seed " + trace.header().seed() + ", "
                        + Texts.counted(trace.entries().size(), "event"));
    }

    private void side(String name, @Nullable StoredEntry entry, List<StoredEntry> ledTo, Optional<RunReport> report) {
        console.out().println();
        String event = entry == null ? "has no further event" : named(entry, report);
        console.out().print(Wrap.words(event, name + "  ", "     "));
        for (StoredEntry cause : ledTo.subList(0, Math.min(Math.max(0, causes), ledTo.size()))) {
            console.out().print(Wrap.words(named(cause, report), "   after ", "     "));
        }
        if (ledTo.size() > causes) {
            console.out().println("   ... and " + (ledTo.size() - causes) + " earlier");
        }
    }

    /** An entry with peers by the names that the scenario gives them, where the report tells. */
    private static String named(StoredEntry entry, Optional<RunReport> report) {
        String text = EntryText.of(
                report.map(one -> inWords(entry, new FaultWords(one.faults()))).orElse(entry));
        for (RunReport.Peer peer : report.map(RunReport::peers).orElse(List.of())) {
            text = text.replaceAll(
                    "(?<![\\w.])" + Pattern.quote(peer.id()) + "(?!\\w)", Matcher.quoteReplacement(peer.peer()));
        }
        return text;
    }

    /** A fault in the words of its scenario. */
    private static StoredEntry inWords(StoredEntry entry, FaultWords faults) {
        List<StoredEntry.Field> fields = faults.of(entry)
                .map(words -> List.of(new StoredEntry.Field("what", words)))
                .orElse(entry.fields());
        return new StoredEntry(
                entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause(), entry.kind(), fields, entry.chain());
    }

    /** The report beside a trace, if there is one. */
    private static Optional<RunReport> report(String argument) {
        Path path = Path.of(argument);
        Path file =
                Files.isDirectory(path) ? path.resolve(OutputFolder.REPORT) : path.resolveSibling(OutputFolder.REPORT);
        try {
            return Files.isRegularFile(file) ? Optional.of(ReportJson.read(Files.readString(file))) : Optional.empty();
        } catch (ReportFormatException e) {
            throw refuse(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw refuse(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static StoredTrace read(String argument) {
        try {
            Path path = Path.of(argument);
            return TraceReader.read(Files.isDirectory(path) ? path.resolve(OutputFolder.TRACE) : path);
        } catch (TraceFormatException e) {
            throw refuse(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            throw refuse(e.getMessage() + ": no such file");
        } catch (InvalidPathException e) {
            throw refuse("'" + argument + "' is no path");
        } catch (IOException e) {
            throw refuse(argument + ": cannot be read: " + e.getMessage());
        }
    }

    private static InvalidInputException refuse(String message) {
        return new InvalidInputException(
                Source.of("kvdrill", "").whole(), message, "`kvdrill run SCENARIO --out DIR` stores runs");
    }
}
