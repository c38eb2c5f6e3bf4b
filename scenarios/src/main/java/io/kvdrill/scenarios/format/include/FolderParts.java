package io.kvdrill.scenarios.format.include;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problem;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Parts in the folder of a file and below. Nothing outside that folder is read, however it is named: neither by an
 * absolute path nor through {@code ..} or a symbolic link.
 */
public final class FolderParts implements Parts {
    private final Path root;
    private final Path folder;

    /** Of this folder; must exist. */
    public FolderParts(Path folder) {
        this(folder, folder);
    }

    private FolderParts(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    @Override
    public Part open(String path, Span span) {
        Path named = path(path, span);
        if (named.isAbsolute()) {
            throw outside(path, span);
        }
        Path file = folder.resolve(named).normalize();
        if (!file.toAbsolutePath().normalize().startsWith(root.toAbsolutePath().normalize())) {
            throw outside(path, span);
        }
        if (!Files.exists(file)) {
            throw new InvalidInputException(
                    span,
                    "there is no file '" + path + "' here",
                    "paths count from the folder of the file that includes");
        }
        try {
            Path real = file.toRealPath();
            if (!real.startsWith(root.toRealPath())) {
                throw outside(path, span);
            }
            Path inside = file.getParent();
            return new Part(
                    real.toString(), TextFiles.read(file), new FolderParts(root, inside == null ? folder : inside));
        } catch (InvalidInputException e) {
            Problem first = e.problems().get(0);
            if (first.span().hasLine()) {
                throw e;
            }
            throw new InvalidInputException(span, "'" + path + "' " + first.message(), first.help());
        } catch (IOException e) {
            throw new InvalidInputException(span, "'" + path + "' cannot be read: " + e.getMessage(), "");
        }
    }

    private static Path path(String path, Span span) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new InvalidInputException(span, "'" + path + "' is no path of a file", "");
        }
    }

    private static InvalidInputException outside(String path, Span span) {
        return new InvalidInputException(
                span,
                "'" + path + "' lies outside of the folder of the scenario",
                "only files in that folder and below can be included");
    }
}
