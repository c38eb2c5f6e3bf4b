package io.kvdrill.reports.json;

/** A text is no report, or one of another version. The message says which versions. */
public final class ReportFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public ReportFormatException(String message) {
        super(message);
    }
}
