package io.kvdrill.scenarios.cli;

/** Nobody reads the output any more, so that there is nothing left to do. Exit status 141, without a word. */
final class ClosedPipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
