package io.kvdrill.scenarios.summary;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there as a whole or not at all: written beside its place, and then moved there. */
public final class OutputFile {
    private final String option;
    private final Path file;

    private OutputFile(String option, Path file) {
        this.option = option;
        this.file = file;
    }

    /**
     * A file that can be written to; what a symbolic link leads to, where it is one.
     *
     * @param option what named it, for messages
     * @param read what it must not be: files that it is made from
     * @throws InvalidInputException if it cannot; nothing is left behind
     */
    public static OutputFile prepare(String option, String argument, Path... read) {
        try {
            Path named = Path.of(argument).toAbsolutePath();
            Path file = Files.isSymbolicLink(named) && Files.exists(named) ? named.toRealPath() : named;
            Path folder = file.getParent();
            boolean there = Files.exists(file);
            if (argument.isBlank() || folder == null || (there && !Files.isRegularFile(file))) {
                throw refuse(option, argument, "is no file");
            }
            if (there && !Files.isWritable(file)) {
                throw refuse(option, argument, "cannot be written to");
            }
            for (Path one : read) {
                if (there && Files.exists(one) && Files.isSameFile(one, file)) {
                    throw refuse(option, argument, "is what it would be made from");
                }
            }
            if (!Files.isDirectory(folder)) {
                throw refuse(option, argument, "there is no folder " + folder);
            }
            Files.delete(Files.createTempFile(folder, ".kvdrill", ""));
            return new OutputFile(option, file);
        } catch (InvalidPathException e) {
            throw refuse(option, argument, "is no path");
        } catch (IOException | SecurityException e) {
            throw refuse(option, argument, "cannot be written to");
        }
    }

    /**
     * Writes it, in place of what was there.
     *
     * @throws UncheckedIOException if that cannot be done after all
     */
    public void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(out -> out.write(bytes));
    }

    /** Writes what the file holds. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it; the stream is closed afterwards.
         *
         * @throws IOException if the stream fails
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes it, in place of what was there.
     *
     * @throws UncheckedIOException if that cannot be done after all
     */
    public void write(Content content) {
        Path temporary = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
                content.writeTo(out);
            }
            try {
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(option + " " + file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private static InvalidInputException refuse(String option, String argument, String problem) {
        return new InvalidInputException(
                Source.of("kvdrill", "").whole(),
                option + " " + argument + ": " + problem,
                "name a file in a folder that exists and that you may write to");
    }
}
