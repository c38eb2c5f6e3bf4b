package io.kvdrill.reports.timeline;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes traces for tests: entries with numbers in order, each caused by the one before. */
public final class Entries {
    private final List<StoredEntry> entries = new ArrayList<>();

    /** Adds an entry; {@code fields} are names and values in turn, integers as {@code int}. */
    public Entries at(long nanos, String peer, String kind, @Nullable Object... fields) {
        List<Field> list = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            list.add(new Field(String.valueOf(fields[i]), plain(fields[i + 1])));
        }
        int sequence = entries.size() + 1;
        entries.add(new StoredEntry(sequence, nanos, peer, sequence - 1L, kind, list, ""));
        return this;
    }

    /** Says that the last entry was caused by another than the one before it; 0 for none. */
    public Entries causedBy(long sequence) {
        StoredEntry last = entries.remove(entries.size() - 1);
        entries.add(new StoredEntry(
                last.sequence(), last.worldNanos(), last.peer(), sequence, last.kind(), last.fields(), last.chain()));
        return this;
    }

    /** A message as a trace holds it. */
    public static Map<String, Object> message(String type, String request, int round) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        message.put("request", request);
        message.put("round", (long) round);
        return message;
    }

    /** All entries so far. */
    public List<StoredEntry> list() {
        return List.copyOf(entries);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        }
        return value instanceof List<?> list ? list.stream().map(Entries::plain).toList() : value;
    }
}
