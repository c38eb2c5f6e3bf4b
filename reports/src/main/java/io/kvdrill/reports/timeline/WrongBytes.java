package io.kvdrill.reports.timeline;

import java.util.List;

/**
 * A slot that held other bytes than its key names, and who read them.
 *
 * @param peer whose slot, by id
 * @param slot the slot
 * @param named the key under whose name it stood
 * @param held what it held: a key, or {@code nothing}
 * @param writer the peer whose write put it there, by id
 * @param transfer the write
 * @param fromNanos since when
 * @param toNanos until when; −1 for the end of the trace
 * @param sequence the entry at which the bytes landed, or the slot got its name
 * @param readers engine requests that read them, and writes that carried them on
 */
public record WrongBytes(
        String peer,
        long slot,
        String named,
        String held,
        String writer,
        long transfer,
        long fromNanos,
        long toNanos,
        long sequence,
        List<String> readers) {

    /** Keeps an immutable copy. */
    public WrongBytes {
        readers = List.copyOf(readers);
    }
}
