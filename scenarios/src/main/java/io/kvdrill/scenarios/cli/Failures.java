package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.process.PlainText;
import io.kvdrill.scenarios.process.SubjectException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into words and an exit status; nobody is shown a stack trace who did not ask for it. */
final class Failures {
    private Failures() {}

    /** A command line that cannot be understood. */
    static int onParameters(ParameterException failure, PrintWriter err) {
        CommandLine command = failure.getCommandLine();
        err.println("kvdrill: " + oneLine(failure.getMessage()));
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String wrong = unmatched.getUnmatched().get(0);
            Nearest.to(wrong, known(command, wrong)).ifPresent(name -> err.println("  did you mean '" + name + "'?"));
        }
        err.println("  try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitStatus.WRONG_INPUT;
    }

    /** Anything that a command threw. */
    static int onExecution(Throwable failure, PrintWriter err, boolean debug) {
        if (failure instanceof ClosedPipeException) {
            return ExitStatus.CLOSED_PIPE;
        }
        if (debug) {
            failure.printStackTrace(err);
        }
        if (failure instanceof InvalidInputException invalid) {
            err.print(invalid.getMessage());
            err.flush();
            return ExitStatus.WRONG_INPUT;
        }
        if (failure instanceof SubjectException) {
            err.println("kvdrill: " + PlainText.lines(String.valueOf(failure.getMessage())));
            return ExitStatus.WRONG_INPUT;
        }
        if (failure instanceof EnvironmentException) {
            err.println("kvdrill: " + failure.getMessage());
            return ExitStatus.ENVIRONMENT;
        }
        if (failure instanceof UncheckedIOException) {
            err.println("kvdrill: " + oneLine(failure.getMessage()));
            return ExitStatus.ENVIRONMENT;
        }
        if (failure instanceof OutOfMemoryError) {
            err.println("kvdrill: out of memory; give it more with KVDRILL_JAVA_OPTS=-Xmx4g");
            return ExitStatus.ENVIRONMENT;
        }
        err.println("kvdrill: internal error: " + oneLine(failure.toString()));
        if (!debug) {
            err.println("  this is a fault of kvdrill; run again with --debug and report what it prints");
        }
        return ExitStatus.INTERNAL_ERROR;
    }

    private static List<String> known(CommandLine command, String wrong) {
        List<String> names = new ArrayList<>();
        if (wrong.startsWith("-")) {
            command.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        } else {
            names.addAll(command.getSubcommands().keySet());
        }
        return names;
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).replaceAll("\\s*\\R\\s*", " ").strip();
    }
}
