package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.export.ChromeTrace;
import io.kvdrill.reports.export.CsvTable;
import io.kvdrill.reports.export.RunView;
import io.kvdrill.reports.export.Table;
import io.kvdrill.reports.export.Tables;
import io.kvdrill.reports.json.ReportFormatException;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.page.ComparisonPage;
import io.kvdrill.reports.page.CurvesPage;
import io.kvdrill.reports.page.PairPage;
import io.kvdrill.reports.page.RunPage;
import io.kvdrill.reports.page.SweepPage;
import io.kvdrill.reports.page.TablePage;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.scenarios.search.StoredSweep;
import io.kvdrill.scenarios.search.SweepFile;
import io.kvdrill.scenarios.summary.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renders stored runs for people who would rather look than read, and for the tools that they have. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Render a stored run: as one HTML file that needs no network, or for other tools.",
        footer = {
            "",
            "  kvdrill run peer-death/in-data --out runs",
            "  kvdrill report runs/peer-death/in-data/hardened/1",
            "  kvdrill report runs/peer-death/in-data/hardened/1 -o peer-death.html",
            "  kvdrill report runs/peer-death/in-data/hardened/1 --format perfetto",
            "  kvdrill report runs/peer-death/in-data/hardened/1 --format csv -o tables",
            "  kvdrill report night                  of sweep --out night: sweep.html",
            "",
            "Two runs side by side, with what differs marked:",
            "  kvdrill report runs/peer-death/in-data/vllm-2026-08/1 \\",
            "      runs/peer-death/in-data/hardened/1",
            "",
            "Exit status: 0, or 2 if the folder holds nothing that can be read."
        })
final class ReportCommand implements Callable<Integer> {
    private static final String OUTPUT = "-o";

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "FOLDER",
            description =
                    "Of a run or a sweep that --out stored; the file that compare -o stored; or a Markdown table, FILE.md.")
    private String folder = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OTHER",
            description = "Of another run, to see both side by side on one time axis (pair.html).")
    private String other = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = ReportFormat.Reader.class,
            completionCandidates = ReportFormat.Names.class,
            description = "html: a page (report.html). perfetto: Chrome's trace events, for Perfetto's UI"
                    + " (perfetto.json). csv: tables (a folder, tables). Default: ${DEFAULT-VALUE}.")
    private ReportFormat format = ReportFormat.HTML;

    @Option(
            names = OUTPUT,
            paramLabel = "PATH",
            description = "The file to write, or the folder for tables. Default: in FOLDER.")
    private String output = "";

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (folder.endsWith(".json")) {
            return comparison(Path.of(folder));
        }
        if (folder.endsWith(".md")) {
            return table(Path.of(folder));
        }
        if (StoredSweep.isIn(folder)) {
            return sweep(StoredSweep.read(folder));
        }
        StoredRun run = StoredRun.read(folder);
        if (!other.isEmpty()) {
            return pair(run, StoredRun.read(other));
        }
        String place =
                output.isEmpty() ? run.folder().resolve(format.standardName()).toString() : output;
        switch (format) {
            case HTML -> {
                OutputFile file = OutputFile.prepare(OUTPUT, place, filesOf(run));
                file.write(RunPage.of(run.report(), run.trace()));
            }
            case PERFETTO -> {
                OutputFile file = OutputFile.prepare(OUTPUT, place, filesOf(run));
                file.write(out -> ChromeTrace.write(run.report(), run.trace(), out));
            }
            case CSV -> writeTables(run, place);
        }
        console.out().println(place);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private int comparison(Path stored) {
        if (format != ReportFormat.HTML || !other.isEmpty()) {
            throw refuse(
                    folder + " holds a comparison, which is rendered as a page of its own only",
                    "leave out " + (other.isEmpty() ? "--format" : other));
        }
        String page;
        try {
            String json = Files.readString(stored);
            page = ReportJson.holdsCurves(json)
                    ? CurvesPage.of(ReportJson.readCurves(json))
                    : ComparisonPage.of(ReportJson.readComparison(json));
        } catch (ReportFormatException | IOException e) {
            throw refuse(folder + ": " + e.getMessage(), "`kvdrill compare -o FILE.json` stores comparisons");
        }
        String name = stored.getFileName().toString().replaceFirst("[.]json$", ".html");
        String place = output.isEmpty() ? stored.resolveSibling(name).toString() : output;
        OutputFile file = OutputFile.prepare(OUTPUT, place, stored);
        file.write(page);
        console.out().println(place);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    /** A table that a command printed, such as the zoo's. */
    private int table(Path markdown) {
        if (format != ReportFormat.HTML || !other.isEmpty()) {
            throw refuse(
                    folder + " holds a table, which is rendered as a page of its own only",
                    "leave out " + (other.isEmpty() ? "--format" : other));
        }
        String page;
        String name = markdown.getFileName().toString().replaceFirst("[.]md$", "");
        try {
            page = TablePage.of(name, Files.readString(markdown));
        } catch (IllegalArgumentException | IOException e) {
            throw refuse(
                    folder + ": " + e.getMessage(), "name a file with one Markdown table, such as sim/zoo/run prints");
        }
        String place =
                output.isEmpty() ? markdown.resolveSibling(name + ".html").toString() : output;
        OutputFile file = OutputFile.prepare(OUTPUT, place, markdown);
        file.write(page);
        console.out().println(place);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }

    private int sweep(StoredSweep sweep) {
        if (format != ReportFormat.HTML || !other.isEmpty()) {
            throw refuse(
                    folder + " holds a sweep, which is rendered as a page of its own only",
                    "leave out " + (other.isEmpty() ? "--format" : other));
        }
        String place = output.isEmpty() ? sweep.folder().resolve("sweep.html").toString() : output;
        Path folderOfSweep = sweep.folder();
        OutputFile file = OutputFile.prepare(
                OUTPUT, place, folderOfSweep.resolve(SweepFile.NAME), folderOfSweep.resolve(SweepFile.REPORT));
        file.write(SweepPage.of(sweep.report()));
        console.out().println(place);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private int pair(StoredRun a, StoredRun b) {
        if (format != ReportFormat.HTML) {
            throw refuse(
                    "--format " + format + ": two runs are rendered as a page only",
                    "leave out --format, or name one folder");
        }
        String place = output.isEmpty() ? a.folder().resolve("pair.html").toString() : output;
        OutputFile file = OutputFile.prepare(OUTPUT, place, filesOf(a, b));
        file.write(PairPage.of(Side.pair(a.report(), a.trace(), b.report(), b.trace())));
        console.out().println(place);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private static Path[] filesOf(StoredRun... runs) {
        return Stream.of(runs)
                .map(StoredRun::folder)
                .flatMap(folder -> Stream.of(folder.resolve(OutputFolder.REPORT), folder.resolve(OutputFolder.TRACE)))
                .toArray(Path[]::new);
    }

    private static void writeTables(StoredRun run, String place) {
        Path root = OutputFolder.prepare(OUTPUT, place);
        RunView view = RunView.of(run.report(), run.trace());
        for (Table<?> table : Tables.all()) {
            OutputFile file = OutputFile.prepare(
                    OUTPUT, root.resolve(table.name() + ".csv").toString());
            file.write(out -> CsvTable.write(table, view, out));
        }
    }
}
