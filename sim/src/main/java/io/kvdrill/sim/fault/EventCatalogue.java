package io.kvdrill.sim.fault;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.kernel.HostEvent;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.trace.EventReader;
import io.kvdrill.sim.world.Vocabulary;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names that worlds may use: all trace events of a simulated run with their fields, messages, deadlines, laws. */
public final class EventCatalogue implements Vocabulary {
    private static final List<Class<?>> FAMILIES = List.of(
            SessionEvent.class,
            ClientEvent.class,
            ServerEvent.class,
            ManagerEvent.class,
            EngineEvent.class,
            FaultEvent.class,
            HostEvent.class,
            NetworkEvent.class,
            FabricEvent.class);
    private static final int LAWS = 15;

    private final Map<String, Class<?>> events = new LinkedHashMap<>();
    private final Map<String, Class<?>> messages = new LinkedHashMap<>();

    /** The catalogue. */
    public EventCatalogue() {
        for (Class<?> family : FAMILIES) {
            addRecords(family);
        }
        for (Class<?> type : records(Message.class)) {
            messages.put(wireName(type), type);
        }
    }

    private void addRecords(Class<?> family) {
        for (Class<?> type : records(family)) {
            events.putIfAbsent(EventFields.snakeCase(type.getSimpleName()), type);
        }
    }

    /** What makes events again of stored entries. */
    public EventReader reader() {
        return new EventReader(events, messages);
    }

    /** By name: a class file lists what a family permits in the order in which its compiler met them. */
    private static List<Class<?>> records(Class<?> family) {
        List<Class<?>> records = new ArrayList<>();
        Class<?>[] declared = family.getPermittedSubclasses();
        List<Class<?>> permitted = new ArrayList<>(declared == null ? List.of() : List.of(declared));
        permitted.sort(Comparator.comparing(Class::getName));
        for (Class<?> type : permitted) {
            if (type.isRecord()) {
                records.add(type);
            } else {
                records.addAll(records(type));
            }
        }
        return records;
    }

    /** The wire name is the record's, but for an abbreviation. */
    private static String wireName(Class<?> type) {
        String name = EventFields.snakeCase(type.getSimpleName());
        for (Message.Type candidate : Message.Type.values()) {
            if (candidate.name().equalsIgnoreCase(name)) {
                return candidate.wireName();
            }
        }
        throw new IllegalStateException(type + " has no message type");
    }

    @Override
    public Collection<String> events() {
        return Collections.unmodifiableSet(events.keySet());
    }

    @Override
    public Collection<String> fieldsOf(String event) {
        int colon = event.indexOf(':');
        List<String> fields = new ArrayList<>();
        if (colon >= 0) {
            fields.add("peer");
            addMessageFields(messages.get(event.substring(colon + 1)), fields);
            return fields;
        }
        Class<?> type = events.get(event);
        if (type != null) {
            fields.addAll(EventFields.componentsOf(type).keySet());
            if (fields.contains("message") && SessionEvent.class.isAssignableFrom(type)) {
                fields.add("message.type");
                messages.values().forEach(message -> addMessageFields(message, fields));
            }
        }
        return fields;
    }

    @Override
    public boolean happensAtPeers(String event) {
        Class<?> type = events.get(event);
        return type == null
                || !FaultEvent.class.isAssignableFrom(type)
                || EventFields.componentsOf(type).containsKey("peer");
    }

    @Override
    public Collection<String> wordsOf(String event, String field) {
        List<String> words = new ArrayList<>();
        for (Class<?> type : typesOf(event, field)) {
            if (type == boolean.class) {
                words.addAll(List.of("true", "false"));
            } else if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    words.add(EventFields.text(constant));
                }
            } else {
                return List.of();
            }
        }
        return words;
    }

    @Override
    public boolean holdsNumber(String event, String field) {
        List<Class<?>> types = typesOf(event, field);
        return !types.isEmpty() && types.stream().allMatch(type -> type == long.class || type == int.class);
    }

    /** The types of a field; several where an event holds any message and they differ. */
    private List<Class<?>> typesOf(String event, String field) {
        int colon = event.indexOf(':');
        Collection<Class<?>> owners = List.of();
        String name = field;
        if (field.startsWith(EventFields.MESSAGE_PREFIX)) {
            name = field.substring(EventFields.MESSAGE_PREFIX.length());
            Class<?> message = colon < 0 ? null : messages.get(event.substring(colon + 1));
            owners = message == null ? messages.values() : List.of(message);
        } else if (events.containsKey(event)) {
            owners = List.of(events.get(event));
        }
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> owner : owners) {
            RecordComponent component = EventFields.componentsOf(owner).get(name);
            if (component != null && !types.contains(component.getType())) {
                types.add(component.getType());
            }
        }
        return types;
    }

    private static void addMessageFields(@org.jspecify.annotations.Nullable Class<?> message, List<String> fields) {
        if (message != null) {
            EventFields.componentsOf(message).keySet().forEach(name -> fields.add("message." + name));
        }
    }

    @Override
    public Collection<String> messages() {
        return Collections.unmodifiableSet(messages.keySet());
    }

    @Override
    public Collection<String> deadlineRows() {
        return DeadlineArmings.rows();
    }

    @Override
    public Collection<String> laws() {
        List<String> laws = new ArrayList<>();
        for (int i = 1; i <= LAWS; i++) {
            laws.add("I" + i);
        }
        return laws;
    }
}
