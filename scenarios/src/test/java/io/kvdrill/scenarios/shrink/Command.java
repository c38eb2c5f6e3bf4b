package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import java.io.PrintWriter;
import java.io.StringWriter;

/** A command, run in this process, with what it said. */
public record Command(int status, String out, String err) {
    /** Runs it. */
    public static Command run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(args, new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
        return new Command(status, out.toString(), err.toString());
    }
}
