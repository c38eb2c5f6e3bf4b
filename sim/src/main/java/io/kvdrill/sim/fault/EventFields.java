package io.kvdrill.sim.fault;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single fields of events as text, by the names that a stored trace uses. */
final class EventFields {
    /** What the names of the fields of a message begin with. */
    static final String MESSAGE_PREFIX = "message.";

    private final Map<Class<?>, Map<String, RecordComponent>> components = new LinkedHashMap<>();

    /** The field in text; null where the event has none of this name. */
    @Nullable String text(Object event, String field) {
        if (field.startsWith(MESSAGE_PREFIX)) {
            Object message = value(event, "message");
            return message == null ? null : text(message, field.substring(MESSAGE_PREFIX.length()));
        }
        if (field.equals("type") && event instanceof Message message) {
            return message.type().wireName();
        }
        Object value = value(event, field);
        return value == null ? null : text(value);
    }

    /** A value in text: numbers in decimal, constants and truth values in lower case. */
    static String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        } else if (value instanceof BlockKey key) {
            return key.hex();
        } else if (value instanceof Bytes bytes) {
            return bytes.hex();
        }
        return value.toString();
    }

    private @Nullable Object value(Object event, String field) {
        RecordComponent component = components
                .computeIfAbsent(event.getClass(), EventFields::componentsOf)
                .get(field);
        if (component == null) {
            return null;
        }
        try {
            return component.getAccessor().invoke(event);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + field + " of " + event, e);
        }
    }

    /** The components of a record by their names in snake case. */
    static Map<String, RecordComponent> componentsOf(Class<?> type) {
        Map<String, RecordComponent> byName = new LinkedHashMap<>();
        RecordComponent[] all = type.getRecordComponents();
        for (RecordComponent component : all == null ? new RecordComponent[0] : all) {
            component.getAccessor().setAccessible(true);
            byName.put(snakeCase(component.getName()), component);
        }
        return byName;
    }

    /** {@code WriteEnded} and {@code writeEnded} become {@code write_ended}. */
    static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            snake.append(i > 0 && Character.isUpperCase(c) ? "_" : "").append(Character.toLowerCase(c));
        }
        return snake.toString();
    }
}
