package io.kvdrill.scenarios.explain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What events, messages and their fields mean. Events and messages are described where they are declared, by their
 * documentation comments, which {@code EventMeaningsTest} copies into a resource; fields, which many events share, in a
 * resource of their own.
 */
final class EventMeanings {
    /** Made from documentation comments: {@code write_ended: A write has ended.}, and fields as {@code event.field}. */
    static final String EVENTS = "event-meanings.txt";

    private static final String FIELDS = "event-fields.txt";
    private static final String SEPARATOR = ": ";

    private final Map<String, String> events = read(EVENTS);
    private final Map<String, String> fields = read(FIELDS);

    /** A sentence or two about an event or a message. */
    Optional<String> of(String name) {
        return Optional.ofNullable(events.get(name));
    }

    /** What a field of an event or a message holds, as a clause. */
    Optional<String> of(String name, String field) {
        return Optional.ofNullable(events.get(name + "." + field)).or(() -> Optional.ofNullable(fields.get(field)));
    }

    /** The fields that are described for all events that have them. */
    Set<String> sharedFields() {
        return Collections.unmodifiableSet(fields.keySet());
    }

    private static Map<String, String> read(String resource) {
        try (InputStream in = EventMeanings.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            Map<String, String> meanings = new LinkedHashMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                int separator = line.indexOf(SEPARATOR);
                meanings.put(line.substring(0, separator), line.substring(separator + SEPARATOR.length()));
            });
            return meanings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
