package io.kvdrill.core.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a stored trace: an event as plain values, with where, when and because of what it happened.
 *
 * @param sequence its place in the trace, from 1
 * @param worldNanos when it happened
 * @param peer whose event it is; empty for the world's own
 * @param cause the sequence number of the entry that led to it; 0 for none
 * @param kind the kind of event, in snake case
 * @param fields what the event says, in the order of its declaration
 * @param chain the hash over this entry and all before it, 32 hexadecimal digits
 */
public record StoredEntry(
        long sequence, long worldNanos, String peer, long cause, String kind, List<Field> fields, String chain) {

    /**
     * One field.
     *
     * @param value null, {@link Boolean}, {@link Long}, {@link String}, a {@link List} of such values, or a {@link
     *     java.util.Map} from names to such values whose order is stated
     */
    public record Field(String name, @Nullable Object value) {}

    /** Keeps an immutable copy of the list of fields. */
    public StoredEntry {
        fields = List.copyOf(fields);
    }

    /** The value of a field, or null where there is none of that name. */
    public @Nullable Object value(String name) {
        for (Field field : fields) {
            if (field.name().equals(name)) {
                return field.value();
            }
        }
        return null;
    }
}
