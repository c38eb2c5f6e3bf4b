package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.kernel.HostEvent;
import io.kvdrill.sim.world.Vocabulary;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The events, messages, rows and laws that scenarios may name: all that this program has. */
public final class TraceWords implements Vocabulary {
    private static final List<Class<? extends TraceEvent>> FAMILIES = List.of(
            SessionEvent.class,
            ClientEvent.class,
            ServerEvent.class,
            ManagerEvent.class,
            EngineEvent.class,
            FaultEvent.class,
            HostEvent.class);

    private final Map<String, List<String>> events = new LinkedHashMap<>();
    private final Map<String, List<String>> messages = new LinkedHashMap<>();

    /** The words. */
    public TraceWords() {
        for (Class<? extends TraceEvent> family : FAMILIES) {
            for (Class<?> event : family.getPermittedSubclasses()) {
                events.put(EventSchema.snakeCase(event.getSimpleName()), fields(event));
            }
        }
        for (Class<?> message : Message.class.getPermittedSubclasses()) {
            if (message.isInterface()) {
                for (Class<?> inner : message.getPermittedSubclasses()) {
                    addMessage(inner);
                }
            } else {
                addMessage(message);
            }
        }
    }

    @Override
    public Collection<String> events() {
        return Collections.unmodifiableSet(events.keySet());
    }

    @Override
    public Collection<String> fieldsOf(String event) {
        int colon = event.indexOf(':');
        if (colon < 0) {
            return events.getOrDefault(event, List.of());
        }
        List<String> fields = new ArrayList<>();
        fields.add("peer");
        messages.getOrDefault(event.substring(colon + 1), List.of()).forEach(f -> fields.add("message." + f));
        return fields;
    }

    @Override
    public Collection<String> messages() {
        List<String> names = new ArrayList<>();
        for (Message.Type type : Message.Type.values()) {
            names.add(type.wireName());
        }
        return names;
    }

    @Override
    public Collection<String> deadlineRows() {
        return Rows.all().stream()
                .filter(row -> row instanceof Row.TimeRow && row.name().endsWith("_timeout"))
                .map(Row::name)
                .toList();
    }

    @Override
    public Collection<String> laws() {
        return IntStream.rangeClosed(1, 15).mapToObj(n -> "I" + n).toList();
    }

    private void addMessage(Class<?> message) {
        for (Message.Type type : Message.Type.values()) {
            String simple = EventSchema.snakeCase(message.getSimpleName()).replace("lookup_response", "lookup_resp");
            if (type.wireName().equals(simple)) {
                messages.put(type.wireName(), fields(message));
            }
        }
    }

    private static List<String> fields(Class<?> record) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            names.add(EventSchema.snakeCase(component.getName()));
        }
        return names;
    }
}
