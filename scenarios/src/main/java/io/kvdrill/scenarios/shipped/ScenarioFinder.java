package io.kvdrill.scenarios.shipped;

import io.kvdrill.scenarios.format.include.FolderParts;
import io.kvdrill.scenarios.format.include.Parts;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a person names: a shipped scenario ({@code peer-death}) or a file ({@code drills/x.yaml}), the whole or one
 * of its cases ({@code peer-death/in-data}, {@code drills/x.yaml/late}).
 */
public final class ScenarioFinder {
    private final ScenarioReader reader;

    /** A finder that reads with this reader. */
    public ScenarioFinder(ScenarioReader reader) {
        this.reader = reader;
    }

    /**
     * The scenarios of a name: several where a file has cases.
     *
     * @throws InvalidInputException if there is no such scenario, or it cannot be read
     */
    public List<Scenario> find(String argument) {
        int slash = argument.indexOf('/');
        String shipped = slash < 0 ? argument : argument.substring(0, slash);
        if (isShipped(argument) && !hidesShipped(argument)) {
            String wantedCase = slash < 0 ? "" : argument.substring(slash + 1);
            return cases(reader.read(Library.source(shipped), shipped, shipped), wantedCase, argument);
        }
        return inFile(argument);
    }

    /** Whether a file stands where the name of a shipped scenario would otherwise be meant: the file is taken. */
    public static boolean hidesShipped(String argument) {
        Path path = pathOf(argument);
        return isShipped(argument) && path != null && Files.isRegularFile(path);
    }

    private static boolean isShipped(String argument) {
        int slash = argument.indexOf('/');
        return Library.names().contains(slash < 0 ? argument : argument.substring(0, slash));
    }

    /** All shipped scenarios. */
    public List<Scenario> all() {
        List<Scenario> scenarios = new ArrayList<>();
        Library.names().forEach(name -> scenarios.addAll(reader.read(Library.source(name), name, name)));
        return scenarios;
    }

    private List<Scenario> inFile(String argument) {
        Path path = pathOf(argument);
        String wantedCase = "";
        if (path != null && !Files.exists(path)) {
            Path parent = path.getParent();
            Path last = path.getFileName();
            if (parent != null && last != null && Files.isRegularFile(parent)) {
                path = parent;
                wantedCase = last.toString();
            }
        }
        if (path == null || (!Files.exists(path) && !looksLikeFile(argument))) {
            throw refuse(
                    "there is no scenario called '" + argument + "', and no such file",
                    Nearest.suggestion(argument, Library.names()) + "\n`kvdrill list` lists the shipped ones");
        }
        Source source = TextFiles.read(path);
        Path folder = path.getParent();
        Parts parts = new FolderParts(folder == null ? Path.of("") : folder);
        return cases(reader.read(source, nameOf(path), path.toString(), parts), wantedCase, argument);
    }

    private static List<Scenario> cases(List<Scenario> all, String wantedCase, String argument) {
        if (wantedCase.isEmpty()) {
            return all;
        }
        Optional<Scenario> found =
                all.stream().filter(s -> s.caseName().equals(wantedCase)).findFirst();
        List<String> names =
                all.stream().map(Scenario::caseName).filter(n -> !n.isEmpty()).toList();
        return List.of(found.orElseThrow(() -> refuse(
                "'" + argument + "': there is no case called '" + wantedCase + "'",
                names.isEmpty() ? "this scenario has no cases" : Nearest.suggestion(wantedCase, names))));
    }

    private static boolean looksLikeFile(String argument) {
        return argument.endsWith(".yaml") || argument.endsWith(".yml") || argument.contains("/");
    }

    private static @Nullable Path pathOf(String argument) {
        try {
            return argument.isEmpty() ? null : Path.of(argument);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        String clean = name.replaceAll("[^A-Za-z0-9._-]", "-");
        return clean.isEmpty() || clean.startsWith(".") ? "scenario" : clean;
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
