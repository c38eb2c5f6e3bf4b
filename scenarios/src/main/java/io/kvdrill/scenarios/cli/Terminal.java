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
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | InvalidPathException | UnsupportedOperationException | SecurityException e) {
            return false;
        }
    }

    /** Whether the environment allows colours. See no-color.org. */
    static boolean wantsColours(Map<String, String> environment) {
        String noColour = environment.getOrDefault("NO_COLOR", "");
        return noColour.isEmpty() && !"dumb".equals(environment.get("TERM"));
    }
}
