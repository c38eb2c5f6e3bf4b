package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.search.SeedRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison that a study's {@code run} makes.
 *
 * @param folder of the study
 * @param words of the command, from the scenario on
 */
record StudyCommand(Path folder, List<String> words) {
    private static final Path STUDIES = Path.of("../studies");
    private static final String PREFIX = "\"$kvdrill\" compare ";

    /** All of them, study by study. */
    static List<StudyCommand> all() {
        try (Stream<Path> folders = Files.list(STUDIES)) {
            List<StudyCommand> commands = new ArrayList<>();
            for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                String script = Files.readString(folder.resolve("run")).replace("\\\n", " ");
                script.lines()
                        .filter(line -> line.startsWith(PREFIX))
                        .forEach(line ->
                                commands.add(new StudyCommand(folder, ShellWords.of(line.substring(PREFIX.length())))));
            }
            return commands;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> options(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(name)) {
                values.add(words.get(i + 1));
            }
        }
        return values;
    }

    String option(String name) {
        return options(name).get(0);
    }

    Path file(String option) {
        return folder.resolve(option(option));
    }

    /** What is committed. */
    CurvesReport stored() throws IOException {
        return ReportJson.readCurves(Files.readString(file("-o")));
    }

    /** The runs of the first seed at one point, made now, as a report whose axes have that point only. */
    CurvesReport again(List<Integer> place) {
        SeedRange seeds = SeedRange.parse(option("--seeds"));
        Points all = Points.read(
                        folder.resolve(words.get(0)).toString(),
                        options("--set"),
                        options("--variant"),
                        options("--axis"),
                        false,
                        new RunBudget(Integer.MAX_VALUE, "", 1))
                .only(List.of(place));
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < place.size(); i++) {
            Axis axis = all.axes().get(i);
            axes.add(new Axis(axis.path(), List.of(axis.values().get(place.get(i)))));
        }
        Points points = new Points(
                axes,
                List.of(new Points.Point(
                        Collections.nCopies(place.size(), 0), all.all().get(0).variants())));
        List<String> names = List.of(option("--metric").split(","));
        List<Metric> metrics = Arrays.stream(Metric.values())
                .filter(metric -> names.contains(metric.word()))
                .toList();
        Pattern counted = options("--of").isEmpty()
                ? Comparison.Plan.ALL
                : Pattern.compile(Arrays.stream(option("--of").split("[*]", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")));
        Comparison.Plan plan =
                new Comparison.Plan(points.all().get(0).variants(), metrics, seeds.first(), 1, true, 1, counted);
        try (Trials trials = Trials.own()) {
            return new Curves(points, plan, trials).run(made -> {});
        }
    }

    @Override
    public String toString() {
        return folder.getFileName() + ": " + option("-o");
    }
}
