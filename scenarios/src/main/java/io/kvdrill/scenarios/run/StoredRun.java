package io.kvdrill.scenarios.run;

import io.kvdrill.reports.json.ReportFormatException;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceFormatException;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.reports.trace.TraceReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run as {@code --out} stored it.
 *
 * @param folder where it lies
 * @param report its report
 * @param trace its trace
 */
public record StoredRun(Path folder, RunReport report, StoredTrace trace) {
    private static final String HOW_TO_STORE = "`kvdrill run SCENARIO --out DIR` stores runs";

    /** Folders between that of {@code --out} and a run: scenario, case, profile, seed, and the file. */
    private static final int DEPTH = 8;

    private static final int MOST_NAMED = 6;

    /**
     * The run in a folder.
     *
     * @throws InvalidInputException if the folder holds no run, or one that is damaged or of another version
     */
    public static StoredRun read(String folder) {
        try {
            Path path = Path.of(folder);
            if (!Files.isDirectory(path)) {
                throw refuse(folder + ": is no folder", HOW_TO_STORE);
            }
            refuseWhatOnlyHasRunsBelow(folder, path);
            RunReport report = ReportJson.read(Files.readString(path.resolve(OutputFolder.REPORT)));
            StoredTrace trace = TraceReader.read(path.resolve(OutputFolder.TRACE));
            if (!report.fingerprint().equals(trace.fingerprint())) {
                throw refuse(folder + ": report.json is of a run with the fingerprint " + report.fingerprint()
                        + ", trace.jsonl of one with " + trace.fingerprint());
            }
            TraceHeader header = trace.header();
            if (!header.scenario().equals(report.scenario())
                    || !header.profile().equals(report.profile())
                    || header.seed() != report.seed()) {
                throw refuse(folder + ": report.json is of "
                        + named(report.scenario(), report.profile(), report.seed())
                        + ", trace.jsonl of " + named(header.scenario(), header.profile(), header.seed()));
            }
            refuseWhatItLacks(folder, report, trace);
            return new StoredRun(path, report, trace);
        } catch (TraceFormatException e) {
            throw refuse(String.valueOf(e.getMessage()));
        } catch (ReportFormatException e) {
            throw refuse(folder + "/" + OutputFolder.REPORT + ": " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw refuse(e.getMessage() + ": no such file", HOW_TO_STORE);
        } catch (CharacterCodingException e) {
            throw refuse(folder + ": report.json is not UTF-8");
        } catch (IOException e) {
            throw refuse(folder + ": cannot be read: " + e.getMessage());
        }
    }

    /** A report that was changed may tell of entries that there are not. */
    private static void refuseWhatItLacks(String folder, RunReport report, StoredTrace trace) {
        long last = report.violations().stream()
                .flatMap(broken -> broken.violation().ledTo().stream())
                .mapToLong(RunReport.Entry::sequence)
                .map(sequence -> sequence < 1 ? Long.MAX_VALUE : sequence)
                .max()
                .orElse(0);
        int entries = trace.entries().size();
        if (last > entries || report.traceEntries() != entries) {
            throw refuse(folder + ": report.json tells of "
                    + (last > entries ? "entry " + last : report.traceEntries() + " entries") + "; trace.jsonl has "
                    + entries + " entries");
        }
    }

    private static String named(String scenario, String profile, long seed) {
        return scenario + " under " + profile + ", seed " + seed;
    }

    private static InvalidInputException refuse(String message) {
        return refuse(message, "");
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }

    private static void refuseWhatOnlyHasRunsBelow(String folder, Path path) throws IOException {
        if (Files.exists(path.resolve(OutputFolder.REPORT))) {
            return;
        }
        List<String> below;
        try (Stream<Path> files = Files.walk(path, DEPTH)) {
            below = files.filter(file -> file.endsWith(OutputFolder.REPORT))
                    .map(file -> String.valueOf(file.getParent()))
                    .filter(run -> Files.exists(Path.of(run, OutputFolder.TRACE)))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            return; // What cannot be walked through cannot be told of.
        }
        if (!below.isEmpty()) {
            int more = below.size() - MOST_NAMED;
            throw refuse(
                    folder + ": holds no run itself, and " + below.size() + " below it",
                    "name one: " + String.join(", ", below.subList(0, Math.min(MOST_NAMED, below.size())))
                            + (more > 0 ? " and " + more + " more" : ""));
        }
    }
}
