package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an entry of a trace says, in one line for people. */
public final class EntryText {
    private static final int MOST_ITEMS = 4;
    private static final int LONGEST = 60;
    private static final String NANOS = "nanos";
    private static final List<String> TELLING = List.of("request", "round", "success", "keys", "hits");

    private final PeerNames peers;
    private final FaultWords faults;

    /** With the names of a world's peers, and its faults in the words of a scenario. */
    public static EntryText of(World world) {
        return new EntryText(new PeerNames(world), new FaultWords(FaultReports.of(world)));
    }

    EntryText(PeerNames peers, FaultWords faults) {
        this.peers = peers;
        this.faults = faults;
    }

    /** The fields, without the kind. */
    public String of(StoredEntry entry) {
        Optional<String> fault = faults.of(entry);
        if (fault.isPresent()) {
            return fault.get();
        }
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

    /** The type, and what tells one message from another; addresses and metadata would only hide it. */
    private String message(Map<?, ?> message) {
        List<String> parts = new ArrayList<>();
        message.forEach((name, value) -> {
            String part = "";
            if (name.equals("type")) {
                part = String.valueOf(value);
            } else if (TELLING.contains(String.valueOf(name))) {
                part = named(String.valueOf(name), value);
            }
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
            String what = name.substring(0, name.length() - NANOS.length()).replace('_', ' ');
            return (what + Texts.duration(nanos)).strip();
        }
        if (value instanceof List<?> list) {
            return list.size() > MOST_ITEMS ? list.size() + " " + name : name + " " + list;
        }
        String text = peers.inText(String.valueOf(value));
        return name.replace('_', ' ') + " " + shortened(text);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
    }
}
