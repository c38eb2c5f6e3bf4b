package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.page.RunPage;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.StoredRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renders stored runs for people who would rather look than read. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Render a stored run as one HTML file that needs no network.",
        footer = {
            "",
            "  kvdrill run peer-death/in-data --out runs",
            "  kvdrill report runs/peer-death/in-data/hardened/1",
            "  kvdrill report runs/peer-death/in-data/hardened/1 -o peer-death.html",
            "",
            "Exit status: 0, or 2 if the folder holds no run that can be read."
        })
final class ReportCommand implements Callable<Integer> {
    private static final String OUTPUT = "-o";

    private final Console console;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Of a run that --out stored.")
    private String folder = "";

    @Option(names = OUTPUT, paramLabel = "FILE", description = "Where to write it. Default: report.html in FOLDER.")
    private String output = "";

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        StoredRun run = StoredRun.read(folder);
        Path file = write(RunPage.of(run.report(), run.trace()), run);
        console.out().println(file);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private Path write(String page, StoredRun run) {
        try {
            Path file = output.isEmpty() ? run.folder().resolve("report.html") : Path.of(output);
            Path folderOfFile = file.toAbsolutePath().getParent();
            Path unfinished = Files.createTempFile(folderOfFile, ".kvdrill", ".html");
            Files.writeString(unfinished, page, StandardCharsets.UTF_8);
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (InvalidPathException e) {
            throw refuse("is no path");
        } catch (IOException e) {
            throw refuse("cannot be written: " + e.getMessage());
        }
    }

    private InvalidInputException refuse(String problem) {
        return new InvalidInputException(
                Source.of("kvdrill", "").whole(),
                OUTPUT + " " + output + ": " + problem,
                "name a file in a folder that you may write to");
    }
}
