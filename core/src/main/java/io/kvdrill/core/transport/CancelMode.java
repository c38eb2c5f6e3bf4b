package io.kvdrill.core.transport;

/** How far {@link DataTransport#cancel} goes (protocol.md section 7.3). */
public enum CancelMode {
    /** Forget the writes. Bytes may still land, and nothing is reported. */
    IMMEDIATE,
    /** Forget those that have ended or can be withdrawn; the others stay in flight and are named. */
    WAIT
}
