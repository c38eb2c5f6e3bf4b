package io.kvdrill.scenarios.search;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What can change in the objects of a class, and what leads on from them.
 */
final class Layout {
    private static final Layout LEAF = new Layout(Shape.PLAIN, true, false, List.of());

    /** Collections whose content can be written back as it was. */
    private static final Set<Class<?>> WRITABLE = Set.of(
            ArrayList.class,
            ArrayDeque.class,
            HashMap.class,
            HashSet.class,
            LinkedHashMap.class,
            LinkedHashSet.class,
            TreeMap.class,
            TreeSet.class,
            EnumMap.class,
            IdentityHashMap.class);

    /** What the objects hold besides fields of their own. */
    final Shape shape;
    /** Nothing can change in them, nor in anything that they lead to. */
    final boolean leaf;
    /** Something can change in them themselves. */
    final boolean changes;
    /** Fields that change or lead on. An array: it is gone through for every object of every state. */
    final Part[] parts;

    private Layout(Shape shape, boolean leaf, boolean changes, List<Part> parts) {
        this.shape = shape;
        this.leaf = leaf;
        this.changes = changes;
        this.parts = parts.toArray(new Part[0]);
    }

    /** What a class holds besides fields. */
    enum Shape {
        PLAIN,
        MAP,
        COLLECTION,
        ARRAY,
        OPTIONAL
    }

    /** One field. */
    static final class Part {
        private final Field field;
        private final boolean number;
        private final boolean changes;

        private Part(Field field) {
            this.field = field;
            this.number = field.getType().isPrimitive();
            this.changes = !Modifier.isFinal(field.getModifiers());
            field.setAccessible(true);
        }

        /** Whether it holds a number or a truth value; one that changes. */
        boolean number() {
            return number;
        }

        boolean changes() {
            return changes;
        }

        @Nullable Object in(Object object) {
            try {
                return field.get(object);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot look into " + field, e);
            }
        }

        void set(Object object, @Nullable Object value) {
            try {
                field.set(object, value);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot write back " + field, e);
            }
        }

        long numberIn(Object object) {
            try {
                Class<?> type = field.getType();
                if (type == boolean.class) {
                    return field.getBoolean(object) ? 1 : 0;
                } else if (type == double.class) {
                    return Double.doubleToRawLongBits(field.getDouble(object));
                }
                return field.getLong(object); // all others fit
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot look into " + field, e);
            }
        }

        void setNumber(Object object, long value) {
            try {
                Class<?> type = field.getType();
                if (type == long.class) {
                    field.setLong(object, value);
                } else if (type == int.class) {
                    field.setInt(object, (int) value);
                } else if (type == boolean.class) {
                    field.setBoolean(object, value != 0);
                } else {
                    field.setDouble(object, Double.longBitsToDouble(value));
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot write back " + field, e);
            }
        }
    }

    /** The layout of a class. */
    static Layout of(Class<?> type) {
        if (neverChanges(type)) {
            return LEAF;
        }
        if (type.isArray()) {
            return new Layout(Shape.ARRAY, false, true, List.of());
        }
        if (type == Optional.class) {
            return new Layout(Shape.OPTIONAL, false, false, List.of());
        }
        Shape shape = Map.class.isAssignableFrom(type)
                ? Shape.MAP
                : Collection.class.isAssignableFrom(type) ? Shape.COLLECTION : Shape.PLAIN;
        Class<?> library = type;
        List<Part> parts = new ArrayList<>();
        while (library != null && ofThisProgram(library)) {
            for (Field field : library.getDeclaredFields()) {
                if (matters(field)) {
                    parts.add(new Part(field));
                }
            }
            library = library.getSuperclass();
        }
        boolean contentChanges = shape != Shape.PLAIN
                && (WRITABLE.contains(library) || (library != null && EnumSet.class.isAssignableFrom(library)));
        if (library != null && library != Object.class && library != Record.class && !contentChanges) {
            if (shape == Shape.PLAIN || !onlyShows(library)) {
                throw new IllegalStateException("do not know how to take " + type + " back");
            }
        }
        return new Layout(shape, false, contentChanges || parts.stream().anyMatch(Part::changes), parts);
    }

    /** A copy of an array of numbers. */
    static Object copyOfArray(Object array) {
        int length = java.lang.reflect.Array.getLength(array);
        Object copy = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static boolean matters(Field field) {
        int modifiers = field.getModifiers();
        Class<?> type = field.getType();
        if (Modifier.isStatic(modifiers)) {
            return false;
        }
        if (!Modifier.isFinal(modifiers)) {
            if (type.isPrimitive()
                    && type != long.class
                    && type != int.class
                    && type != boolean.class
                    && type != double.class) {
                throw new IllegalStateException("do not know how to take " + field + " back");
            }
            return true;
        }
        return !type.isPrimitive() && !neverChanges(type);
    }

    private static boolean neverChanges(Class<?> type) {
        return Enum.class.isAssignableFrom(type)
                || type == String.class
                || type == Class.class
                || type == Boolean.class
                || type == Long.class
                || type == Integer.class
                || type == Double.class
                || Ignored.neverChanges(type);
    }

    private static boolean ofThisProgram(Class<?> type) {
        return type.getName().startsWith("io.kvdrill.") || type.isHidden();
    }

    /** Immutable collections, and views of others, which are taken back themselves where they change. */
    private static boolean onlyShows(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.util.ImmutableCollections$")
                || name.startsWith("java.util.Collections$Unmodifiable")
                || name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Collections$Singleton")
                || name.equals("java.util.AbstractList")
                || name.equals("java.util.AbstractCollection");
    }
}
