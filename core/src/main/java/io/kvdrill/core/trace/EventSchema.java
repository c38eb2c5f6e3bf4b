package io.kvdrill.core.trace;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.OmittedWhenAbsent;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads event records: their kind, and their components as named plain values, for storing and for hashing. What a record
 * looks like is found out once for each class.
 *
 * <p>Names are the record's and its components' in snake case. Values become plain as follows: integers stay integers,
 * a {@link SlotList} becomes a list of integers with the same 64 bits, enum constants become their names in lower case,
 * {@link BlockKey} and {@link Bytes} become hexadecimal text, a {@link Message} becomes a map that begins with its {@code
 * type} as peers spell it.
 */
public final class EventSchema {
    private static final String TYPE = "type";
    private static final long TYPE_DIGEST = ChainHash.digest(TYPE);
    /** Otherwise an empty array is made for each component of each event. */
    private static final Object[] NO_ARGUMENTS = {};

    /** A component of a record. */
    private record Part(String name, long nameDigest, Method accessor, boolean omittable) {}

    /** Its parts are an array: they are gone through for every event of every run. */
    private static final class Shape {
        final String kind;
        final long kindDigest;
        final Part[] parts;
        /** Whether some part is left out where it is absent. */
        final boolean omits;

        Shape(String kind, List<Part> parts) {
            this.kind = kind;
            this.kindDigest = ChainHash.digest(kind);
            this.parts = parts.toArray(new Part[0]);
            this.omits = parts.stream().anyMatch(Part::omittable);
        }
    }

    /** Found out once in a process: a search makes thousands of runs a second, and most of them are short. */
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return look(type);
        }
    };

    private static final ClassValue<List<String>> CONSTANTS = new ClassValue<>() {
        @Override
        protected List<String> computeValue(Class<?> type) {
            List<String> names = new ArrayList<>();
            for (Object constant : type.getEnumConstants()) {
                names.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
            }
            return List.copyOf(names);
        }
    };

    /**
     * The kind of an event: the name of its record in snake case.
     *
     * @throws IllegalArgumentException if the event is no record
     */
    public String kind(TraceEvent event) {
        return shape(event).kind;
    }

    /**
     * The fields of an event in the order of declaration.
     *
     * @throws IllegalArgumentException if the event is no record, or a component has a type that a trace cannot hold
     */
    public List<Field> fields(TraceEvent event) {
        Shape shape = shape(event);
        List<Field> fields = new ArrayList<>(shape.parts.length);
        for (Part part : shape.parts) {
            fields.add(new Field(part.name(), plain(read(part.accessor(), event))));
        }
        return fields;
    }

    /**
     * Tells the fields of an event, without building them: what {@link #fields} has, in the same order.
     *
     * @throws IllegalArgumentException as {@link #fields}
     */
    public void tell(TraceEvent event, FieldSink sink) {
        sink.beginMap();
        for (Part part : shape(event).parts) {
            sink.name(part.name());
            tellValue(read(part.accessor(), event), sink);
        }
        sink.endMap();
    }

    private void tellValue(@Nullable Object value, FieldSink sink) {
        if (value instanceof String text) {
            sink.text(text);
        } else if (value instanceof Long number) {
            sink.number(number);
        } else if (value instanceof BlockKey key) {
            sink.hex(key.toArray());
        } else if (value instanceof Bytes bytes) {
            sink.hex(bytes.toArray());
        } else if (value instanceof List<?> list) {
            sink.beginList();
            for (int i = 0; i < list.size(); i++) {
                tellValue(list.get(i), sink);
            }
            sink.endList();
        } else if (value instanceof Message message) {
            tellMessage(message, sink);
        } else if (value instanceof SlotList slots) {
            sink.beginList();
            for (int i = 0; i < slots.size(); i++) {
                sink.number(slots.get(i));
            }
            sink.endList();
        } else {
            tellPlain(plain(value), sink);
        }
    }

    private void tellMessage(Message message, FieldSink sink) {
        sink.beginMap();
        sink.name(TYPE);
        sink.text(message.type().wireName());
        for (Part part : shape(message).parts) {
            Object value = read(part.accessor(), message);
            if (value != null || !part.omittable()) {
                sink.name(part.name());
                tellValue(value, sink);
            }
        }
        sink.endMap();
    }

    private static void tellPlain(@Nullable Object value, FieldSink sink) {
        if (value == null) {
            sink.absent();
        } else if (value instanceof Boolean truth) {
            sink.truth(truth);
        } else if (value instanceof Long number) {
            sink.number(number);
        } else {
            sink.text((String) value);
        }
    }

    /** Adds the kind and the fields of an event to a hash, without building them. */
    public void hash(TraceEvent event, ChainHash hash) {
        Shape shape = shape(event);
        hash.addName(shape.kindDigest);
        hashComponents(shape, event, null, hash);
    }

    /** Adds the kind and the fields of a stored entry to a hash: what {@link #hash} added for its event. */
    public static void hash(StoredEntry entry, ChainHash hash) {
        hash.addName(ChainHash.digest(entry.kind()));
        hash.beginMap(entry.fields().size());
        for (Field field : entry.fields()) {
            hash.addName(ChainHash.digest(field.name()));
            hashPlain(field.value(), hash);
        }
    }

    private void hashComponents(Shape shape, Object record, @Nullable String type, ChainHash hash) {
        hash.beginMap(shape.parts.length + (type == null ? 0 : 1) - (shape.omits ? omitted(shape, record) : 0));
        if (type != null) {
            hash.addName(TYPE_DIGEST);
            hash.add(type);
        }
        for (Part part : shape.parts) {
            Object value = read(part.accessor(), record);
            if (value != null || !part.omittable()) {
                hash.addName(part.nameDigest());
                hashValue(value, hash);
            }
        }
    }

    private static int omitted(Shape shape, Object record) {
        int omitted = 0;
        for (Part part : shape.parts) {
            omitted += part.omittable() && read(part.accessor(), record) == null ? 1 : 0;
        }
        return omitted;
    }

    /** The commonest first. */
    private void hashValue(@Nullable Object value, ChainHash hash) {
        if (value instanceof String text) {
            hash.add(text);
        } else if (value instanceof Long number) {
            hash.add(number.longValue());
        } else if (value instanceof BlockKey key) {
            hash.addHex(key.toArray());
        } else if (value instanceof List<?> list) {
            hash.beginList(list.size());
            for (int i = 0; i < list.size(); i++) { // without an iterator for each list of each event
                hashValue(list.get(i), hash);
            }
        } else if (value instanceof Message message) {
            hashComponents(shape(message), message, message.type().wireName(), hash);
        } else if (value instanceof SlotList slots) {
            hash.beginList(slots.size());
            for (int i = 0; i < slots.size(); i++) {
                hash.add(slots.get(i));
            }
        } else if (value instanceof Bytes bytes) {
            hash.addHex(bytes.toArray());
        } else {
            hashPlain(plain(value), hash);
        }
    }

    private static void hashPlain(@Nullable Object value, ChainHash hash) {
        if (value == null) {
            hash.addAbsent();
        } else if (value instanceof Boolean truth) {
            hash.add(truth.booleanValue());
        } else if (value instanceof Long number) {
            hash.add(number.longValue());
        } else if (value instanceof String text) {
            hash.add(text);
        } else if (value instanceof List<?> list) {
            hash.beginList(list.size());
            for (Object element : list) {
                hashPlain(element, hash);
            }
        } else if (value instanceof Map<?, ?> map) {
            hash.beginMap(map.size());
            for (Map.Entry<?, ?> pair : map.entrySet()) {
                hash.addName(ChainHash.digest(String.valueOf(pair.getKey())));
                hashPlain(pair.getValue(), hash);
            }
        } else {
            throw new IllegalArgumentException(
                    "a stored trace cannot hold a " + value.getClass().getName());
        }
    }

    private @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Long || value instanceof Boolean) {
            return value;
        } else if (value instanceof Integer number) {
            return number.longValue();
        } else if (value instanceof Enum<?> constant) {
            return nameOf(constant);
        } else if (value instanceof BlockKey key) {
            return key.hex();
        } else if (value instanceof Bytes bytes) {
            return bytes.hex();
        } else if (value instanceof SlotList slots) {
            List<Object> numbers = new ArrayList<>(slots.size());
            for (int i = 0; i < slots.size(); i++) {
                numbers.add(slots.get(i));
            }
            return numbers;
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> elements = new ArrayList<>(list.size());
            for (Object element : list) {
                elements.add(plain(element));
            }
            return elements;
        } else if (value instanceof Message message) {
            return plainMessage(message);
        }
        throw new IllegalArgumentException("a trace event cannot hold a "
                + value.getClass().getName() + "; see the package description of io.kvdrill.core.trace");
    }

    private Map<String, @Nullable Object> plainMessage(Message message) {
        Shape shape = shape(message);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(TYPE, message.type().wireName());
        for (Part part : shape.parts) {
            Object value = read(part.accessor(), message);
            if (value != null || !part.omittable()) {
                map.put(part.name(), plain(value));
            }
        }
        return map;
    }

    @SuppressWarnings("EnumOrdinal") // a place in the list of the same class's constants, asked for by every entry
    private static String nameOf(Enum<?> constant) {
        return CONSTANTS.get(constant.getDeclaringClass()).get(constant.ordinal());
    }

    private static Shape shape(Object record) {
        return SHAPES.get(record.getClass());
    }

    private static Shape look(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalArgumentException(type.getName() + " is no record; every trace event is one");
        }
        List<Part> parts = new ArrayList<>();
        for (RecordComponent component : components) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            String name = snakeCase(component.getName());
            boolean omittable = component.isAnnotationPresent(OmittedWhenAbsent.class);
            parts.add(new Part(name, ChainHash.digest(name), accessor, omittable));
        }
        return new Shape(snakeCase(type.getSimpleName()), parts);
    }

    private static @Nullable Object read(Method accessor, Object record) {
        try {
            return accessor.invoke(record, NO_ARGUMENTS);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + accessor, e);
        }
    }

    /** {@code LoadTimedOut} and {@code loadTimedOut} become {@code load_timed_out}. */
    public static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean beginsWord = i > 0
                    && Character.isUpperCase(c)
                    && (!Character.isUpperCase(name.charAt(i - 1))
                            || (i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1))));
            snake.append(beginsWord ? "_" : "").append(Character.toLowerCase(c));
        }
        return snake.toString();
    }
}
