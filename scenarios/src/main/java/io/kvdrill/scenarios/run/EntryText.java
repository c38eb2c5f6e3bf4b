package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.format.unit.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an entry of a trace says, in one line for people. */
final class EntryText {
    private static final int MOST_ITEMS = 4;
    private static final int LONGEST = 60;
    private static final String NANOS = "_nanos";

    private final PeerNames peers;

    EntryText(PeerNames peers) {
        this.peers = peers;
    }

    /** The fields, without the kind. */
    String of(StoredEntry entry) {
        List<String> parts = new ArrayList<>();
        for (StoredEntry.Field field : entry.fields()) {
            String part = field.name().equals("message") && field.value() instanceof Map<?, ?> message
                    ? message(message)
                    : named(field.name(), field.value());
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return String.join(", ", parts);
    }

    private String message(Map<?, ?> message) {
        List<String> parts = new ArrayList<>();
        message.forEach((name, value) -> {
            String part = name.equals("type") ? String.valueOf(value) : named(String.valueOf(name), value);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        });
        return String.join(" ", parts);
    }

    private String named(String name, @Nullable Object value) {
        if (value == null || value.equals("")) {
            return "";
        }
        if (name.endsWith(NANOS) && value instanceof Long nanos && nanos < Long.MAX_VALUE) {
            return name.substring(0, name.length() - NANOS.length()) + " " + Texts.duration(nanos);
        }
        if (value instanceof List<?> list) {
            return list.size() > MOST_ITEMS ? list.size() + " " + name : name + " " + list;
        }
        return name.replace('_', ' ') + " " + shortened(peers.of(String.valueOf(value)));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
    }
}
