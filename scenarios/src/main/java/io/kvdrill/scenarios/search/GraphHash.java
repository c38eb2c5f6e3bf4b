package io.kvdrill.scenarios.search;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.search.explore.StateHash;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hashes a run as the graph of its objects: every field of every object that can be reached, numbered in the order of the
 * walk, so that equal graphs have equal hashes wherever their objects lie. What is left out is listed ({@link Ignored}):
 * a field that somebody adds counts until somebody says that it does not.
 *
 * <p>So it needs no help from what it looks at, and works for any tier that runs in this process. Hashes of one instance
 * may be compared with each other, and not with those of another. Not thread-safe.
 */
public final class GraphHash implements StateHash {
    private static final long SEED = 0x9E3779B97F4A7C15L;
    private static final Comparator<Event> BY_LABEL = Comparator.comparing(
            Event::label,
            Comparator.comparing(EventLabel::kind)
                    .thenComparing(EventLabel::peer)
                    .thenComparing(EventLabel::lane));

    private final Map<Class<?>, Kind> kinds = new HashMap<>();
    private final IdentityHashMap<Object, Long> constants = new IdentityHashMap<>();
    private IdentityHashMap<Object, Long> seen = new IdentityHashMap<>();
    private long state;
    private @Nullable StringBuilder text;
    private int depth;

    @Override
    public long of(SimulatedRun run) {
        seen = new IdentityHashMap<>(seen.size() + 1);
        state = SEED;
        walk(run);
        return state;
    }

    /** What goes into the hash of a run, one value a line: for finding out what tells two states apart. */
    String describe(SimulatedRun run) {
        StringBuilder lines = new StringBuilder();
        text = lines;
        of(run);
        text = null;
        return lines.toString();
    }

    private void add(long value) {
        long mixed = state ^ (value + SEED);
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        state = mixed ^ (mixed >>> 31);
    }

    private void note(String what, Object value) {
        if (text != null) {
            text.append(" ".repeat(depth))
                    .append(what)
                    .append(' ')
                    .append(value)
                    .append('\n');
        }
    }

    private void walk(@Nullable Object object) {
        if (object == null) {
            add(1);
            note("null", "");
            return;
        }
        Kind kind = kinds.get(object.getClass());
        if (kind == null) {
            kind = kindOf(object.getClass());
            kinds.put(object.getClass(), kind);
        }
        if (kind.shape == Shape.IGNORED) {
            return;
        }
        if (kind.shape == Shape.VALUE) {
            value(object);
            return;
        }
        if (kind.shape == Shape.CONSTANT) {
            add(constants.computeIfAbsent(object, first -> (long) constants.size()));
            note("constant", kind.number);
            return;
        }
        Long number = seen.get(object);
        if (number != null) {
            add(number);
            note("again", number);
            return;
        }
        seen.put(object, (long) seen.size());
        add(kind.number);
        if (text != null) {
            note(object.getClass().getSimpleName(), "");
        }
        depth++;
        switch (kind.shape) {
            case MAP -> map((Map<?, ?>) object);
            case COLLECTION -> collection((Collection<?>) object);
            case ARRAY -> array(object);
            case OPTIONAL -> walk(((Optional<?>) object).orElse(null));
            default -> fields(object, kind);
        }
        depth--;
    }

    private void value(Object object) {
        note("value", object);
        if (object instanceof Long number) {
            add(number);
        } else if (object instanceof Number number) {
            add(number.longValue());
        } else if (object instanceof Enum<?> constant) {
            add(constant.name().hashCode());
        } else if (object instanceof Class<?> type) {
            add(type.getName().hashCode());
        } else if (object instanceof Boolean truth) {
            add(truth ? 1 : 2);
        } else {
            add(object.hashCode()); // of a value's content, never of where it lies
        }
    }

    private void map(Map<?, ?> map) {
        add(map.size());
        map.forEach((key, value) -> {
            walk(key);
            walk(value);
        });
    }

    private void collection(Collection<?> collection) {
        add(collection.size());
        collection.forEach(this::walk);
    }

    /** Pending events, whose order of scheduling only matters where they cannot overtake one another. */
    private void events(Collection<?> pending) {
        List<Event> sorted = new ArrayList<>();
        pending.forEach(event -> sorted.add((Event) event));
        sorted.sort(BY_LABEL);
        add(sorted.size());
        sorted.forEach(this::walk);
    }

    private void array(Object array) {
        int length = Array.getLength(array);
        add(length);
        if (array instanceof long[] longs) {
            for (long value : longs) {
                add(value);
            }
        } else if (array instanceof byte[] bytes) {
            for (byte value : bytes) {
                add(value);
            }
        } else {
            for (int i = 0; i < length; i++) {
                walk(Array.get(array, i));
            }
        }
    }

    private void fields(Object object, Kind kind) {
        try {
            for (Part part : kind.parts) {
                Field field = part.field;
                Class<?> type = field.getType();
                if (part.partly) {
                    Object whole = field.get(object);
                    if (whole instanceof Map<?, ?> map) {
                        collection(map.keySet());
                    } else {
                        add(Long.signum((Long) whole));
                    }
                } else if (type == long.class) {
                    add(field.getLong(object));
                    if (text != null) {
                        note(field.getName(), field.getLong(object));
                    }
                } else if (type == int.class) {
                    add(field.getInt(object));
                    if (text != null) {
                        note(field.getName(), field.getInt(object));
                    }
                } else if (type == boolean.class) {
                    add(field.getBoolean(object) ? 1 : 2);
                    if (text != null) {
                        note(field.getName(), field.getBoolean(object));
                    }
                } else {
                    if (text != null) {
                        note("." + field.getName(), "");
                    }
                    if (kind.unordered) {
                        events((Collection<?>) field.get(object));
                    } else {
                        walk(field.get(object));
                    }
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot look into " + object.getClass(), e);
        }
    }

    // ---- classes -------------------------------------------------------------------------------------------------

    private enum Shape {
        IGNORED,
        VALUE,
        CONSTANT,
        MAP,
        COLLECTION,
        ARRAY,
        OPTIONAL,
        FIELDS
    }

    private record Part(Field field, boolean partly) {}

    private record Kind(Shape shape, long number, List<Part> parts, boolean unordered) {}

    private Kind kindOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        Shape shape = shapeOf(type);
        if (shape == Shape.FIELDS) {
            if (!type.getName().startsWith("io.kvdrill.") && !type.isHidden() && !ofLoader(type)) {
                throw new IllegalStateException("do not know how to look into " + type);
            }
            for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !Ignored.field(field)) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            fields.sort(Comparator.comparing(Field::getName));
        }
        List<Part> parts = fields.stream()
                .map(field -> new Part(field, Ignored.partly(field)))
                .toList();
        return new Kind(shape, 1_000 + kinds.size(), parts, Ignored.unordered(type));
    }

    private static Shape shapeOf(Class<?> type) {
        if (Ignored.type(type)) {
            return Shape.IGNORED;
        } else if (Ignored.constant(type)) {
            return Shape.CONSTANT;
        } else if (type.isArray()) {
            return Shape.ARRAY;
        } else if (Enum.class.isAssignableFrom(type)
                || Number.class.isAssignableFrom(type)
                || CharSequence.class.isAssignableFrom(type)
                || Ignored.value(type)
                || type == Boolean.class
                || type == Character.class
                || type == Class.class) {
            return Shape.VALUE;
        } else if (Map.class.isAssignableFrom(type)) {
            return Shape.MAP;
        } else if (Collection.class.isAssignableFrom(type)) {
            return Shape.COLLECTION;
        }
        return type == Optional.class ? Shape.OPTIONAL : Shape.FIELDS;
    }

    /** A class that was loaded beside ours: a tier that a user plugged in. */
    private static boolean ofLoader(Class<?> type) {
        return type.getClassLoader() != null;
    }
}
