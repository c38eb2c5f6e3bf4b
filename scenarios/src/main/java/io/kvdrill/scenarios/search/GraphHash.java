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
import java.util.LinkedHashMap;
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
    private static final long FIRST_PRIME = 0xC2B2AE3D27D4EB4FL;
    private static final long SECOND_PRIME = 0x9E3779B185EBCA87L;
    private final Kinds kinds = new Kinds();
    private final IdentitySet constants = new IdentitySet();
    private final Map<EventLabel, Integer> ranks = new LinkedHashMap<>();
    private final IdentitySet seen = new IdentitySet();
    private final Comparator<Event> byLabel = Comparator.comparingInt(this::rank);
    private long state;
    private @Nullable StringBuilder text;
    private int depth;

    @Override
    public long of(SimulatedRun run) {
        seen.clear();
        state = SEED;
        walk(run);
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L; // the finaliser of SplitMix64
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
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
        state = Long.rotateLeft(state ^ (value * FIRST_PRIME), 31) * SECOND_PRIME; // as xxHash64 takes in a long
    }

    private void note(String what, Object value) {
        if (text != null) { // else nobody reads it
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
        if (kind.shape == Shape.IGNORED) {
            return;
        }
        if (kind.shape == Shape.VALUE) {
            value(object);
            return;
        }
        if (kind.shape == Shape.CONSTANT) {
            add(constants.numberOf(object));
            note("constant", kind.number);
            return;
        }
        int number = seen.numberOrAdd(object);
        if (number >= 0) {
            add(number);
            note("again", number);
            return;
        }
        add(kind.number);
        if (text != null) {
            note(object.getClass().getSimpleName(), "");
        }
        if (kind.over != null && isOver(object, kind.over)) {
            return;
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

    private static boolean isOver(Object object, Field over) {
        try {
            return over.getBoolean(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot look into " + over, e);
        }
    }

    private void value(Object object) {
        note("value", object);
        if (object instanceof String text) {
            add(text.hashCode());
        } else if (object instanceof Long number) {
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
        if (!map.isEmpty()) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                walk(entry.getKey());
                walk(entry.getValue());
            }
        }
    }

    private void collection(Collection<?> collection) {
        add(collection.size());
        if (!collection.isEmpty()) {
            for (Object element : collection) {
                walk(element);
            }
        }
    }

    /** Pending events, whose order of scheduling only matters where they cannot overtake one another. */
    private void events(Collection<?> pending) {
        List<Event> sorted = new ArrayList<>(pending.size());
        for (Object event : pending) {
            sorted.add((Event) event);
        }
        sorted.sort(byLabel);
        add(sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
            walk(sorted.get(i));
        }
    }

    private int rank(Event event) {
        return ranks.computeIfAbsent(event.label(), first -> ranks.size());
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
                part(object, part, kind);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot look into " + object.getClass(), e);
        }
    }

    private void part(Object object, Part part, Kind kind) throws IllegalAccessException {
        Field field = part.field;
        switch (part.holds) {
            case NUMBER -> {
                long value = field.getLong(object);
                add(value);
                if (text != null) {
                    note(field.getName(), value);
                }
            }
            case TRUTH -> {
                boolean value = field.getBoolean(object);
                add(value ? 1 : 2);
                if (text != null) {
                    note(field.getName(), value);
                }
            }
            case PARTLY -> {
                Object whole = field.get(object);
                if (whole instanceof Map<?, ?> map) {
                    collection(map.keySet());
                } else {
                    add(Long.signum((Long) whole));
                }
            }
            case OBJECT -> {
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

    private enum Holds {
        NUMBER,
        TRUTH,
        PARTLY,
        OBJECT
    }

    private record Part(Field field, Holds holds) {
        static Part of(Field field) {
            Class<?> type = field.getType();
            if (Ignored.partly(field)) {
                return new Part(field, Holds.PARTLY);
            } else if (type == long.class || type == int.class) {
                return new Part(field, Holds.NUMBER);
            }
            return new Part(field, type == boolean.class ? Holds.TRUTH : Holds.OBJECT);
        }
    }

    /** What is known of a class. Its parts are an array: they are gone through for every object of every state. */
    private static final class Kind {
        final Shape shape;
        final long number;
        final Part[] parts;
        final boolean unordered;
        /** Says whether nothing counts any more in such an object; null where everything always does. */
        final @Nullable Field over;

        Kind(Shape shape, long number, List<Part> parts, boolean unordered, @Nullable Field over) {
            this.shape = shape;
            this.number = number;
            this.parts = parts.toArray(new Part[0]);
            this.unordered = unordered;
            this.over = over;
        }
    }

    /** Found out once for each class. */
    private static final class Kinds extends ClassValue<Kind> {
        private long known;

        @Override
        protected Kind computeValue(Class<?> type) {
            return kindOf(type, known++);
        }
    }

    private static Kind kindOf(Class<?> type, long number) {
        List<Field> fields = new ArrayList<>();
        Shape shape = shapeOf(type);
        if (shape == Shape.FIELDS) {
            if (!type.getName().startsWith("io.kvdrill.") && !type.isHidden() && !ofLoader(type)) {
                throw new IllegalStateException("do not know how to look into " + type);
            }
            for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !Ignored.field(field)
                            && !Ignored.type(field.getType())) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            fields.sort(Comparator.comparing(Field::getName));
        }
        List<Part> parts = fields.stream().map(Part::of).toList();
        Field over = fields.stream().filter(Ignored::over).findFirst().orElse(null);
        return new Kind(shape, 1_000 + number, parts, Ignored.unordered(type), over);
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
