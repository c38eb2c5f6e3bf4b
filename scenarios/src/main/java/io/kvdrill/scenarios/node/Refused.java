package io.kvdrill.scenarios.node;

/** A request to a node's API that is refused, with the status and the text of the answer. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    /** Refuses with a status of HTTP, and words that say what was expected. */
    public Refused(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
