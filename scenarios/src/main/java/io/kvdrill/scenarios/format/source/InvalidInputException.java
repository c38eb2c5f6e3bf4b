package io.kvdrill.scenarios.format.source;

import java.util.List;

/** Input that cannot be used; the person who wrote it must change it. Exit status 2. */
public final class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** With at least one problem. */
    public InvalidInputException(List<Problem> problems) {
        super(ProblemPrinter.print(problems));
        this.problems = List.copyOf(problems);
    }

    /** With one problem. */
    public InvalidInputException(Span span, String message, String help) {
        this(List.of(new Problem(span, message, help)));
    }

    /** What is wrong, in the order in which to tell it. */
    public List<Problem> problems() {
        return problems;
    }
}
