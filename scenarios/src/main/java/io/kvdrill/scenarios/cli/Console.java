package io.kvdrill.scenarios.cli;

import java.io.PrintWriter;

/**
 * Where the program speaks.
 *
 * @param out results, for a person or a program to read
 * @param err problems and progress
 * @param errIsTerminal whether a person sees progress as it is written
 * @param style how results are marked
 */
public record Console(PrintWriter out, PrintWriter err, boolean errIsTerminal, Style style) {

    /**
     * The streams of this process.
     *
     * @param standardOutput where results go
     */
    static Console ofProcess(StandardOutput standardOutput) {
        boolean colours = Terminal.isTerminal(1) && Terminal.wantsColours(System.getenv());
        return new Console(
                new PrintWriter(
                        new java.io.OutputStreamWriter(standardOutput, java.nio.charset.Charset.defaultCharset()),
                        true),
                new PrintWriter(
                        new java.io.OutputStreamWriter(System.err, java.nio.charset.Charset.defaultCharset()), true),
                Terminal.isTerminal(2),
                colours ? Style.COLOURED : Style.PLAIN);
    }
}
