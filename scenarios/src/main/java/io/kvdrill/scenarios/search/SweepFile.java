package io.kvdrill.scenarios.search;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.SweepReport;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.coverage.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where a sweep is stored, so that it can be continued: one file that is always whole. */
public final class SweepFile {
    /** The name of the file in the folder of {@code --out}. */
    public static final String NAME = "sweep.json";

    /** The name of the report beside it. */
    public static final String REPORT = "sweep-report.json";

    private static final int FORMAT = 2;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * How many runs reached something.
     *
     * @param item what
     * @param runs how many
     */
    record Reached(Item item, long runs) {}

    /**
     * A sweep as it is stored.
     *
     * @param format of this file
     * @param identity what was swept
     * @param firstSeed where it began
     * @param guided whether it preferred seeds
     * @param progress how far its order is
     * @param runs runs made
     * @param failed those that failed
     * @param firstFailedRun the first of them, or 0
     * @param fingerprint over all runs
     * @param groups the failures
     * @param coverage what was reached
     * @param tallies how each variant fared
     * @param history how it went
     */
    record Stored(
            int format,
            Map<String, String> identity,
            long firstSeed,
            boolean guided,
            SeedOrder.Progress progress,
            long runs,
            long failed,
            long firstFailedRun,
            String fingerprint,
            List<Group> groups,
            List<Reached> coverage,
            List<SweepResult.Tally> tallies,
            List<SweepReport.Point> history) {}

    private final Path file;

    private SweepFile(Path file) {
        this.file = file;
    }

    /**
     * The file in a folder, which is made if it does not exist.
     *
     * @throws InvalidInputException if nothing can be written there, or a sweep is stored there that is not to be resumed
     */
    public static SweepFile in(String folder, boolean resume) {
        try {
            Path root = Path.of(folder);
            Path file = root.resolve(NAME);
            if (resume && !Files.exists(file)) {
                throw Refused.option(
                        "--resume: no sweep is stored in " + folder, "leave --resume out to begin one there");
            }
            if (!resume && Files.exists(file)) {
                throw Refused.option(
                        "--out " + folder + ": a sweep is stored there already",
                        "continue it with --resume, or name another folder");
            }
            Files.createDirectories(root);
            Files.delete(Files.createTempFile(root, ".kvdrill", ""));
            return new SweepFile(file);
        } catch (InvalidPathException e) {
            throw Refused.option("--out " + folder + ": is no path", "name a folder");
        } catch (IOException | SecurityException e) {
            throw Refused.option("--out " + folder + ": cannot be written to", "name a folder that you may write to");
        }
    }

    /**
     * Reads the sweep that is stored, if it is of this subject.
     *
     * @throws InvalidInputException if it is another's, or none
     */
    Stored read(Map<String, String> identity, long firstSeed, boolean guided) {
        Stored stored;
        try {
            stored = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), Stored.class);
        } catch (IOException | JacksonException e) {
            throw Refused.option(
                    "--resume: " + file + " is no stored sweep",
                    "begin anew in another folder; that file is not touched");
        }
        if (stored.format() != FORMAT || stored.identity() == null || stored.progress() == null) {
            throw Refused.option(
                    "--resume: " + file + " was stored by another kvdrill", "begin anew in another folder");
        }
        List<String> differences = new ArrayList<>();
        java.util.TreeSet<String> names = new java.util.TreeSet<>(identity.keySet());
        names.addAll(stored.identity().keySet());
        for (String name : names) {
            String theirs = stored.identity().getOrDefault(name, "none");
            String ours = identity.getOrDefault(name, "none");
            if (!theirs.equals(ours)) {
                differences.add(name + " was " + theirs + ", is " + ours);
            }
        }
        if (stored.firstSeed() != firstSeed) {
            differences.add("the first seed was " + stored.firstSeed() + ", is " + firstSeed);
        }
        if (stored.guided() != guided) {
            differences.add(stored.guided() ? "it was guided" : "it was not guided");
        }
        if (!differences.isEmpty()) {
            throw Refused.option(
                    "--resume: " + file + " is another sweep's: " + String.join("; ", differences),
                    "give the same scenario, profile and options, or begin anew in another folder");
        }
        return stored;
    }

    /** Stores a sweep in the place of what was stored; whoever reads the file meanwhile finds either. */
    void write(Subject subject, long firstSeed, boolean guided, SeedOrder.Progress progress, SweepResult result) {
        List<Reached> coverage = new ArrayList<>();
        result.coverage().runs().forEach((item, runs) -> coverage.add(new Reached(item, runs)));
        Stored stored = new Stored(
                FORMAT,
                subject.identity(),
                firstSeed,
                guided,
                progress,
                result.runs(),
                result.failed(),
                result.firstFailedRun(),
                result.fingerprint(),
                result.groups().inOrder(),
                coverage,
                result.tallies(),
                result.history());
        replace(file, MAPPER.writeValueAsString(stored));
        replace(file.resolveSibling(REPORT), ReportJson.write(SweepReports.of(subject, firstSeed, guided, result)));
    }

    private static void replace(Path file, String text) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.writeString(next, text, StandardCharsets.UTF_8);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
