package io.kvdrill.scenarios.conform.vector;

/** A file of vectors cannot be used as it is. The message says where and what was expected; the file must be changed. */
public final class BadVectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With file, line, and what was expected instead. */
    public BadVectorException(String message) {
        super(message);
    }
}
