package io.kvdrill.scenarios.process;

import java.time.Duration;
import java.util.List;

/**
 * How a process is started and how long it is waited for.
 *
 * @param role what it is, for messages ({@code subject})
 * @param shown the command as its author wrote it
 * @param words program and arguments
 * @param timeout how long one answer may take
 * @param timeoutOption what sets the timeout, for messages
 */
public record ProcessCommand(String role, String shown, List<String> words, Duration timeout, String timeoutOption) {
    /** Keeps an immutable copy. */
    public ProcessCommand {
        words = List.copyOf(words);
    }

    /** A command for the shell. */
    public static ProcessCommand shell(String role, String command, Duration timeout, String timeoutOption) {
        return new ProcessCommand(role, command, List.of("/bin/sh", "-c", command), timeout, timeoutOption);
    }

    /** A program with its arguments. */
    public static ProcessCommand of(String role, List<String> words, Duration timeout, String timeoutOption) {
        return new ProcessCommand(role, String.join(" ", words), words, timeout, timeoutOption);
    }

    @Override
    public String toString() {
        return role + " \"" + shown + "\"";
    }
}
