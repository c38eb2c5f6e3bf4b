package io.kvdrill.reports.cause;

/**
 * What an entry is about.
 *
 * @param request the request at its peer: the {@code kv_request_id}, or the engine's id where it has none; empty for none
 * @param other the other peer, by id; empty for none
 */
record Subject(String request, String other) {
    static final Subject NOTHING = new Subject("", "");

    /** Whether an entry about this may have been called by one about {@code caller}, in one moment of one peer. */
    boolean calledBy(Subject caller) {
        if (!request.isEmpty()) {
            return caller.request.isEmpty()
                    ? !caller.other.isEmpty() && (other.isEmpty() || other.equals(caller.other))
                    : request.equals(caller.request);
        }
        return !other.isEmpty() && other.equals(caller.other);
    }
}
