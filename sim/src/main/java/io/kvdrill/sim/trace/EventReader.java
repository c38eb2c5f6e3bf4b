package io.kvdrill.sim.trace;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.OmittedWhenAbsent;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.TraceEvent;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes events again of what {@link EventSchema} made of them: the inverse of a stored entry. What
 * records there are is given once.
 */
public final class EventReader {

    private record Part(String name, Type type, boolean omittable) {}

    private record Shape(Constructor<?> constructor, List<Part> parts) {}

    private final Map<String, Shape> events = new LinkedHashMap<>();
    private final Map<String, Shape> messages = new LinkedHashMap<>();

    /**
     * A reader.
     *
     * @param eventTypes records of all kinds of events, by their kinds
     * @param messageTypes records of all messages, by the names that peers spell
     */
    public EventReader(Map<String, Class<?>> eventTypes, Map<String, Class<?>> messageTypes) {
        eventTypes.forEach((kind, type) -> events.put(kind, shape(type)));
        messageTypes.forEach((name, type) -> messages.put(name, shape(type)));
    }

    /**
     * The event of a stored entry.
     *
     * @throws IllegalArgumentException if there is no such kind, or a field is missing or of another type
     */
    public TraceEvent event(StoredEntry entry) {
        Shape shape = events.get(entry.kind());
        if (shape == null) {
            throw new IllegalArgumentException("no event is of the kind " + entry.kind());
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        entry.fields().forEach(field -> fields.put(field.name(), field.value()));
        return (TraceEvent) make(entry.kind(), shape, fields);
    }

    private Object make(String what, Shape shape, Map<?, ?> fields) {
        @Nullable Object[] arguments = new @Nullable Object[shape.parts().size()];
        for (int i = 0; i < arguments.length; i++) {
            Part part = shape.parts().get(i);
            if (!fields.containsKey(part.name()) && !part.omittable()) {
                throw new IllegalArgumentException(what + " has no field " + part.name());
            }
            try {
                arguments[i] = value(part.type(), fields.get(part.name()));
            } catch (ClassCastException | IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "field " + part.name() + " of " + what + " cannot be " + fields.get(part.name()), wrong);
            }
        }
        try {
            return shape.constructor().newInstance(arguments);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(what + ": " + refused.getCause(), refused);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + what, e);
        }
    }

    private @Nullable Object value(Type type, @Nullable Object plain) {
        if (plain == null) {
            return null;
        }
        if (type instanceof ParameterizedType list) {
            List<Object> elements = new ArrayList<>();
            for (Object element : (List<?>) plain) {
                Object made = value(list.getActualTypeArguments()[0], element);
                if (made == null) {
                    throw new IllegalArgumentException("a list holds nothing at place " + elements.size());
                }
                elements.add(made);
            }
            return elements;
        }
        Class<?> plainType = (Class<?>) type;
        if (plainType == int.class) {
            return Math.toIntExact((Long) plain);
        } else if (plainType == BlockKey.class) {
            return BlockKey.ofHex((String) plain);
        } else if (plainType == Bytes.class) {
            return Bytes.ofHex((String) plain);
        } else if (plainType == SlotList.class) {
            List<Long> slots = new ArrayList<>();
            ((List<?>) plain).forEach(slot -> slots.add((Long) slot));
            return SlotList.of(slots);
        } else if (plainType.isEnum()) {
            return constant(plainType, (String) plain);
        } else if (Message.class.isAssignableFrom(plainType)) {
            return message((Map<?, ?>) plain);
        }
        return plain;
    }

    private Object message(Map<?, ?> fields) {
        Object name = fields.get("type");
        Shape shape = messages.get(String.valueOf(name));
        if (shape == null) {
            throw new IllegalArgumentException("no message is of the type " + name);
        }
        return make("message " + name, shape, fields);
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().toLowerCase(Locale.ROOT).equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + " has no constant " + name);
    }

    private static Shape shape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalArgumentException(type.getName() + " is no record");
        }
        List<Part> parts = new ArrayList<>();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            parts.add(new Part(
                    EventSchema.snakeCase(components[i].getName()),
                    components[i].getGenericType(),
                    components[i].isAnnotationPresent(OmittedWhenAbsent.class)));
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return new Shape(constructor, List.copyOf(parts));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has a constructor for its components", e);
        }
    }
}
