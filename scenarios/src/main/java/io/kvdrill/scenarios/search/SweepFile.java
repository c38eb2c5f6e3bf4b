package io.kvdrill.scenarios.search;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where a sweep is stored, so that it can be continued: one file that is always whole. */
public final class SweepFile extends SweepStore {
    /** The name of the file in the folder of {@code --out}. */
    public static final String NAME = "sweep.json";

    /** The name of the report beside it. */
    public static final String REPORT = "sweep-report.json";

    private static final int FORMAT = 3;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * A sweep as it is stored.
     *
     * @param format of this file
     * @param identity what was swept
     * @param firstSeed where it began
     * @param guided whether it preferred seeds
     * @param progress how far its order is
     * @param result what it has come to
     */
    record Stored(
            int format,
            Map<String, String> identity,
            long firstSeed,
            boolean guided,
            SeedOrder.Progress progress,
            StoredResult result) {}

    private final Path file;
    private final boolean resume;

    private SweepFile(Path file, boolean resume) {
        this.file = file;
        this.resume = resume;
    }

    /**
     * The file in a folder, which is made if it does not exist.
     *
     * @param resume whether to go on from the sweep that is stored there
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
            return new SweepFile(file, resume);
        } catch (InvalidPathException e) {
            throw Refused.option("--out " + folder + ": is no path", "name a folder");
        } catch (IOException | SecurityException e) {
            throw Refused.option("--out " + folder + ": cannot be written to", "name a folder that you may write to");
        }
    }

    @Override
    Start start(Subject subject, SeedRange seeds, boolean guided) {
        SweepResult result = new SweepResult();
        if (!resume) {
            return new Start(SeedOrder.Progress.at(seeds.first()), result);
        }
        Stored stored = read(subject.identity(), seeds.first(), guided);
        result.add(stored.result());
        return new Start(stored.progress(), result);
    }

    private Stored read(Map<String, String> identity, long firstSeed, boolean guided) {
        Stored stored;
        try {
            stored = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), Stored.class);
        } catch (IOException | JacksonException e) {
            throw Refused.option(
                    "--resume: " + file + " is no stored sweep",
                    "begin anew in another folder; that file is not touched");
        }
        if (stored.format() != FORMAT
                || stored.identity() == null
                || stored.progress() == null
                || stored.result() == null) {
            throw Refused.option(
                    "--resume: " + file + " was stored by another kvdrill", "begin anew in another folder");
        }
        List<String> differences = new ArrayList<>();
        String identities = Identities.differences(stored.identity(), identity);
        if (!identities.isEmpty()) {
            differences.add(identities);
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

    @Override
    void write(Subject subject, SeedRange seeds, boolean guided, SeedOrder.Progress progress, SweepResult result) {
        Stored stored = new Stored(FORMAT, subject.identity(), seeds.first(), guided, progress, result.stored());
        WholeFile.write(file, MAPPER.writeValueAsString(stored));
        WholeFile.write(
                file.resolveSibling(REPORT), ReportJson.write(SweepReports.of(subject, seeds.first(), guided, result)));
    }
}
