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

    private final EventCatalogue catalogue = new EventCatalogue();

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

    /** The list of all. */
    String all() {
        return Wrap.words(
                        "Events that a scenario may wait for or count, by the names that a stored trace uses. `kvdrill"
                                + " explain EVENT` shows the fields of one.",
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
            String event = "sent " + name;
            return Wrap.words("message " + name, "", "")
                    + fields(catalogue.fieldsOf("sent:" + name))
                    + example(event, "message.request");
        }
        return Wrap.words("event " + name, "", "") + fields(catalogue.fieldsOf(name)) + example(name, "request");
    }

    private static String fields(Collection<String> fields) {
        List<String> own =
                fields.stream().filter(f -> !f.startsWith("message.type")).toList();
        return own.isEmpty() ? "  it has no fields\n" : Wrap.words("fields: " + String.join(", ", own), "  ", "    ");
    }

    private String example(String event, String request) {
        Collection<String> fields = catalogue.fieldsOf(event.replace(' ', ':'));
        String with = fields.contains(request) ? ", with: {" + request + ": r1}" : "";
        String at = catalogue.happensAtPeers(event) ? ", at: prefill" : "";
        return "  as a moment: {after: {event: " + event + at + with + "}}\n";
    }
}
