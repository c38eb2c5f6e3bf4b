package io.kvdrill.core.session;

/** Handling a message failed for a reason that is not the peer's fault: counted, five in a row end the session. */
final class DispatchError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DispatchError(String message) {
        super(message);
    }
}
