package io.kvdrill.scenarios.search;

import io.kvdrill.reports.json.ReportFormatException;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.SweepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A sweep as {@code --out} stored it.
 *
 * @param folder where it lies
 * @param report what it came to
 */
public record StoredSweep(Path folder, SweepReport report) {

    /** Whether a sweep is stored in a folder. */
    public static boolean isIn(String folder) {
        try {
            return Files.exists(Path.of(folder).resolve(SweepFile.REPORT));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * The sweep in a folder.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it is damaged or of another version
     */
    public static StoredSweep read(String folder) {
        Path path = Path.of(folder);
        try {
            return new StoredSweep(path, ReportJson.readSweep(Files.readString(path.resolve(SweepFile.REPORT))));
        } catch (ReportFormatException | IOException e) {
            throw Refused.option(
                    folder + "/" + SweepFile.REPORT + ": " + e.getMessage(), "`kvdrill sweep --out DIR` stores sweeps");
        }
    }
}
