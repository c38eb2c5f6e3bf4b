package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.run.Runner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** The command line, run in this process, with what it said. */
record Cli(int status, String out, String err) {

    static Cli run(String... args) {
        return on(Style.PLAIN, false, console -> Main.run(args, console));
    }

    /** As a person at a terminal sees it. */
    static Cli onTerminal(String... args) {
        return on(Style.COLOURED, true, console -> Main.run(args, console));
    }

    /** In another world than the simulated one. */
    static Cli with(Runner runner, String... args) {
        return on(Style.PLAIN, false, console -> Main.run(args, console, runner));
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** What is run on a console. */
    @FunctionalInterface
    private interface Program {
        int run(Console console);
    }

    private static Cli on(Style style, boolean errIsTerminal, Program program) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = program.run(new Console(new PrintWriter(out), new PrintWriter(err), errIsTerminal, style));
        return new Cli(status, out.toString(), err.toString());
    }
}
