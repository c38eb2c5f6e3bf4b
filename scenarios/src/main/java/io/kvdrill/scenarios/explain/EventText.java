package io.kvdrill.scenarios.explain;

import io.kvdrill.sim.fault.EventCatalogue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The events that a trace holds and a scenario may name, in words. */
final class EventText {
    /** What to ask for all of them. */
    static final String ALL = "events";

    private static final int NAME_COLUMNS = 24;

    private final EventCatalogue catalogue = new EventCatalogue();
    private final EventMeanings meanings = new EventMeanings();

    /** Whether this is an event, or a message that is sent and received. */
    boolean has(String name) {
        return catalogue.events().contains(name) || catalogue.messages().contains(name);
    }

    /** All names, for finding what somebody meant. */
    List<String> names() {
        List<String> names = new ArrayList<>(catalogue.events());
        names.addAll(catalogue.messages());
        return names;
    }

    /** What an event or a message is, in a sentence or two. */
    String about(String name) {
        return meanings.of(name).orElse("");
    }

    /** The list of all. */
    String all() {
        return Wrap.words(
                        "Events that a scenario may wait for or count, by the names that a stored trace uses. `kvdrill"
                                + " explain EVENT` says what one means and what its fields hold; `kvdrill explain"
                                + " --search WORD` finds those whose meaning has a word.",
                        "",
                        "")
                + "\n"
                + Wrap.words("events: " + String.join(", ", new TreeSet<>(catalogue.events())), "", "  ")
                + "\n"
                + Wrap.words(
                        "messages, with `sent` or `received` before them: " + String.join(", ", catalogue.messages()),
                        "",
                        "  ");
    }

    /** One of them, with the fields that may be asked for. */
    String one(String name) {
        if (catalogue.messages().contains(name)) {
            return Wrap.words("message " + name + ": " + about(name), "", "  ")
                    + fields(name, catalogue.fieldsOf("sent:" + name))
                    + example("sent " + name, "message.request");
        }
        return Wrap.words("event " + name + ": " + about(name), "", "  ")
                + fields(name, catalogue.fieldsOf(name))
                + example(name, "request");
    }

    /** A field a line. Those of every message, where an event holds any, are left to the messages. */
    private String fields(String name, Collection<String> fields) {
        boolean anyMessage = fields.contains("message");
        List<String> own = fields.stream()
                .filter(field -> !anyMessage || !field.startsWith("message."))
                .toList();
        if (own.isEmpty()) {
            return "  it has no fields\n";
        }
        StringBuilder out = new StringBuilder("  fields:\n");
        for (String field : own) {
            String first = "    " + field + " ".repeat(Math.max(1, NAME_COLUMNS - 4 - field.length()));
            out.append(Wrap.words(meanings.of(name, field).orElse(""), first, " ".repeat(NAME_COLUMNS)));
        }
        return out.toString();
    }

    private String example(String event, String request) {
        Collection<String> fields = catalogue.fieldsOf(event.replace(' ', ':'));
        String with = fields.contains(request) ? ", with: {" + request + ": r1}" : "";
        String at = catalogue.happensAtPeers(event) ? ", at: prefill" : "";
        return "  as a moment: {after: {event: " + event + at + with + "}}\n";
    }
}
