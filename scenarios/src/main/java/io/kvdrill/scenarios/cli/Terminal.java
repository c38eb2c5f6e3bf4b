package io.kvdrill.scenarios.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** What can be found out about the terminal. */
final class Terminal {
    private Terminal() {}

    /** Whether a standard stream (1 for output, 2 for errors) goes to a terminal; where it cannot be told, it does not. */
    static boolean isTerminal(int descriptor) {
        String target = target(descriptor);
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** Whether a standard stream goes to another process; where it cannot be told, it does not. */
    static boolean isPipe(int descriptor) {
        String target = target(descriptor);
        return target.startsWith("pipe:") || target.startsWith("socket:");
    }

    /** What a standard stream leads to; empty where it cannot be told. */
    private static String target(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | InvalidPathException | UnsupportedOperationException | SecurityException e) {
            return "";
        }
    }

    /** Whether the environment allows colours. See no-color.org. */
    static boolean wantsColours(Map<String, String> environment) {
        String noColour = environment.getOrDefault("NO_COLOR", "");
        return noColour.isEmpty() && !"dumb".equals(environment.get("TERM"));
    }
}
