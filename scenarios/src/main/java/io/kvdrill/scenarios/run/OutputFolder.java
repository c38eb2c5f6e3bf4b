package io.kvdrill.scenarios.run;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.reports.trace.TraceWriter;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where {@code --out} puts what runs leave: {@code DIR/SCENARIO[/CASE]/PROFILE/SEED[-CHANGES]/}. */
public final class OutputFolder {
    /** The name of the stored trace in the folder of a case. */
    public static final String TRACE = "trace.jsonl";

    /** The name of the stored report in the folder of a case. */
    public static final String REPORT = "report.json";

    private static final String OPTION = "--out";

    private final Path root;

    private OutputFolder(Path root) {
        this.root = root;
    }

    /**
     * A folder that can be written to; it is made if it does not exist.
     *
     * @throws InvalidInputException if it cannot
     */
    public static OutputFolder prepare(String argument) {
        return new OutputFolder(prepare(OPTION, argument));
    }

    /**
     * A folder that can be written to; it is made if it does not exist.
     *
     * @param option what named it, for messages
     * @throws InvalidInputException if it cannot
     */
    public static Path prepare(String option, String argument) {
        if (argument.isBlank()) {
            throw refuse(option, argument, "names no folder");
        }
        try {
            Path root = Path.of(argument);
            if (Files.exists(root) && !Files.isDirectory(root)) {
                throw refuse(option, argument, "is no folder");
            }
            Files.createDirectories(root);
            Files.delete(Files.createTempFile(root, ".kvdrill", ""));
            return root;
        } catch (InvalidPathException e) {
            throw refuse(option, argument, "is no path");
        } catch (IOException | SecurityException e) {
            throw refuse(option, argument, "cannot be written to");
        }
    }

    /**
     * Refuses cases that would write over each other.
     *
     * @throws InvalidInputException if two files or cases have one folder; also if their names differ in upper and lower
     *     case only, which some file systems do not tell apart
     */
    public static void refuseClashes(List<RunCase> cases) {
        Map<String, RunCase> byFolder = new LinkedHashMap<>();
        for (RunCase runCase : cases) {
            RunCase other = byFolder.putIfAbsent(runCase.folder().toString().toLowerCase(Locale.ROOT), runCase);
            if (other != null
                    && !other.scenario().address().equals(runCase.scenario().address())) {
                throw new InvalidInputException(
                        Source.of("kvdrill", "").whole(),
                        OPTION + ": " + other.scenario().address() + " and "
                                + runCase.scenario().address() + " would both be stored in " + runCase.folder(),
                        "run them one at a time, each with a folder of its own, or rename one");
            }
        }
    }

    /**
     * Stores what a case leaves.
     *
     * @return the folder of the case
     * @throws UncheckedIOException if it cannot be written after all
     */
    public Path store(RunCase runCase, RunReport report, TraceRecorder trace) {
        Path folder = root.resolve(runCase.folder());
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(REPORT), ReportJson.write(report), StandardCharsets.UTF_8);
            writeTrace(folder, runCase, trace);
        } catch (IOException e) {
            throw failed(folder, e);
        }
        return folder;
    }

    /**
     * Stores what is left of a case that a tier in another process ended: the trace so far.
     *
     * @return the folder of the case
     * @throws UncheckedIOException if it cannot be written after all
     */
    public Path storeTrace(RunCase runCase, TraceRecorder trace) {
        Path folder = root.resolve(runCase.folder());
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(folder.resolve(REPORT));
            writeTrace(folder, runCase, trace);
        } catch (IOException e) {
            throw failed(folder, e);
        }
        return folder;
    }

    /**
     * Stores, beside the trace, what tiers in other processes have written to their standard errors.
     *
     * @param errors by the names of their peers
     * @throws UncheckedIOException if it cannot be written after all
     */
    public void storeErrors(RunCase runCase, Map<String, String> errors) {
        Path folder = root.resolve(runCase.folder());
        try {
            for (Map.Entry<String, String> entry : errors.entrySet()) {
                Files.writeString(
                        folder.resolve("stderr-" + entry.getKey() + ".txt"), entry.getValue(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw failed(folder, e);
        }
    }

    private static void writeTrace(Path folder, RunCase runCase, TraceRecorder trace) throws IOException {
        TraceHeader header =
                TraceHeader.of(runCase.scenario().name(), runCase.profile().name(), runCase.seed(), Version.text());
        OutputStream out = Files.newOutputStream(folder.resolve(TRACE));
        try (TraceWriter writer = new TraceWriter(out, header)) {
            for (TraceEntry entry : trace.entries()) {
                writer.write(entry);
            }
        }
    }

    private static UncheckedIOException failed(Path folder, IOException e) {
        return new UncheckedIOException("cannot write to " + folder + ": " + e.getMessage(), e);
    }

    private static InvalidInputException refuse(String option, String argument, String problem) {
        return new InvalidInputException(
                Source.of("kvdrill", "").whole(),
                option + " " + argument + ": " + problem,
                "name a folder that you may write to; it is made if it does not exist");
    }
}
