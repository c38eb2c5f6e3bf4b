package io.kvdrill.scenarios.processes;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the processes of a run write what goes wrong. */
final class ErrorFile {
    private static final String BEGINNING = "kvdrill-peers-";
    private static final String END = ".txt";
    private static final Pattern NAME = Pattern.compile(BEGINNING + "([0-9]{1,18})-[0-9]+" + END);

    private ErrorFile() {}

    /**
     * A new one, which goes with this process; those of runners that were killed are removed.
     *
     * @throws IOException if there can be none
     */
    static Path create() throws IOException {
        Path file = Files.createTempFile(BEGINNING + ProcessHandle.current().pid() + "-", END);
        file.toFile().deleteOnExit(); // where the runner is ended from outside
        Path folder = file.getParent();
        if (folder != null) {
            removeLeftovers(folder);
        }
        return file;
    }

    private static void removeLeftovers(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, BEGINNING + "*" + END)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                boolean left = name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && Files.isWritable(file);
                if (left) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
