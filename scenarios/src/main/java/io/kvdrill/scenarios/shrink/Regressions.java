package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Scenario files that {@code run --all} replays beside the shipped ones. */
public final class Regressions {
    /** The folder, in the working directory and at the root of its repository. */
    public static final String FOLDER = "regressions";

    private Regressions() {}

    /** Those of this process's working directory, see {@link #files}. */
    public static List<Path> here() {
        return files(Path.of("").toAbsolutePath());
    }

    /**
     * All of them, sorted by name: those of the working directory, then those of the repository that it is in.
     *
     * @param workingDirectory absolute
     * @throws UncheckedIOException if a folder cannot be read
     */
    public static List<Path> files(Path workingDirectory) {
        Set<Path> folders = new LinkedHashSet<>();
        folders.add(workingDirectory.resolve(FOLDER).normalize());
        Path repository = repositoryOf(workingDirectory);
        if (repository != null) {
            folders.add(repository.resolve(FOLDER).normalize());
        }
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.list(folder)) {
                    all.filter(file -> file.toString().endsWith(".yaml"))
                            .sorted()
                            .map(file -> shortest(workingDirectory, file))
                            .forEach(files::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(folder + ": cannot be read: " + e.getMessage(), e);
                }
            }
        }
        return files;
    }

    /**
     * A free name for a file in a folder, which is made if it does not exist. A file of this name that says the same is
     * taken for it.
     *
     * @param stem the wanted name without its ending
     * @param text what is to be written to a file
     * @throws InvalidInputException if the folder cannot be written to
     */
    static Path place(String folder, String stem, Function<Path, String> text) {
        try {
            Path root = Path.of(folder);
            Files.createDirectories(root);
            for (int number = 1; ; number++) {
                Path file = root.resolve(stem + (number == 1 ? "" : "-" + number) + ".yaml");
                if (!Files.exists(file)
                        || Files.readString(file, StandardCharsets.UTF_8).equals(text.apply(file))) {
                    return file;
                }
            }
        } catch (InvalidPathException | IOException | SecurityException e) {
            throw FailingRunOptions.refuse(
                    "--keep " + folder + ": cannot be written to", "name a folder that you may write to");
        }
    }

    private static @Nullable Path repositoryOf(Path directory) {
        Path at = directory;
        while (at != null && !Files.exists(at.resolve(".git"))) {
            at = at.getParent();
        }
        return at;
    }

    private static Path shortest(Path workingDirectory, Path file) {
        return file.startsWith(workingDirectory) ? workingDirectory.relativize(file) : file;
    }
}
