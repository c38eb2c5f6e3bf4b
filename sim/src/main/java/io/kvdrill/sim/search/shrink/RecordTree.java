package io.kvdrill.sim.search.shrink;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records as trees: finds and replaces the parts of a record that is made of records, lists and plain values. What a
 * later version adds to a record is found without being named here.
 */
final class RecordTree {

    /**
     * A part.
     *
     * @param path the way to it: positions of components and of list elements
     * @param name of the component that holds it, or whose list does
     * @param value the part; null where there is none
     */
    record Part(List<Integer> path, String name, @Nullable Object value) {}

    private record Shape(List<RecordComponent> components, Constructor<?> constructor) {}

    private final Map<Class<?>, Shape> shapes = new LinkedHashMap<>();

    /** All parts below a record, the outer before the inner, in the order of components. */
    List<Part> parts(Record root) {
        List<Part> parts = new ArrayList<>();
        collect(root, "", List.of(), parts);
        return parts.subList(1, parts.size());
    }

    /** A record with one part replaced. */
    <R extends Record> R replaced(R root, List<Integer> path, @Nullable Object value) {
        return cast(root, replacedAt(root, path, value));
    }

    /** A record with one of its own components replaced. */
    <R extends Record> R with(R node, String component, @Nullable Object value) {
        List<RecordComponent> components = shape(node).components();
        for (int i = 0; i < components.size(); i++) {
            if (components.get(i).getName().equals(component)) {
                return replaced(node, List.of(i), value);
            }
        }
        throw new IllegalArgumentException("no " + component + " in " + node);
    }

    /** A record with every part replaced by what {@code change} makes of it, the inner before the outer. */
    <R extends Record> R mapped(R root, Function<Part, @Nullable Object> change) {
        return cast(root, mappedAt(root, "", List.of(), change));
    }

    /** The values of a record's components. */
    List<@Nullable Object> values(Record node) {
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : shape(node).components()) {
            values.add(get(component, node));
        }
        return values;
    }

    private void collect(@Nullable Object value, String name, List<Integer> path, List<Part> parts) {
        parts.add(new Part(path, name, value));
        if (value instanceof Record node) {
            List<RecordComponent> components = shape(node).components();
            for (int i = 0; i < components.size(); i++) {
                collect(get(components.get(i), node), components.get(i).getName(), then(path, i), parts);
            }
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(list.get(i), name, then(path, i), parts);
            }
        }
    }

    private @Nullable Object replacedAt(@Nullable Object value, List<Integer> path, @Nullable Object with) {
        if (path.isEmpty()) {
            return with;
        }
        int position = path.get(0);
        List<Integer> rest = path.subList(1, path.size());
        if (value instanceof List<?> list) {
            List<@Nullable Object> changed = new ArrayList<>(list);
            changed.set(position, replacedAt(list.get(position), rest, with));
            return changed;
        }
        if (!(value instanceof Record node)) {
            throw new IllegalArgumentException("no part " + path + " in " + value);
        }
        List<@Nullable Object> values = values(node);
        values.set(position, replacedAt(values.get(position), rest, with));
        return make(node, values);
    }

    private @Nullable Object mappedAt(
            @Nullable Object value, String name, List<Integer> path, Function<Part, @Nullable Object> change) {
        Object inner = value;
        if (value instanceof Record node) {
            List<RecordComponent> components = shape(node).components();
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < components.size(); i++) {
                RecordComponent component = components.get(i);
                values.add(mappedAt(get(component, node), component.getName(), then(path, i), change));
            }
            inner = values.equals(values(node)) ? node : make(node, values);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                values.add(mappedAt(list.get(i), name, then(path, i), change));
            }
            inner = values;
        }
        return path.isEmpty() ? inner : change.apply(new Part(path, name, inner));
    }

    private Shape shape(Record node) {
        return shapes.computeIfAbsent(node.getClass(), RecordTree::shapeOf);
    }

    private static Shape shapeOf(Class<?> type) {
        List<RecordComponent> components = List.of(type.getRecordComponents());
        Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return new Shape(components, type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its canonical constructor: " + type, e);
        }
    }

    private Object make(Record like, List<@Nullable Object> values) {
        try {
            return shape(like).constructor().newInstance(values.toArray());
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException e) {
            throw new IllegalArgumentException("no " + like.getClass().getSimpleName() + " of " + values, e);
        }
    }

    private static @Nullable Object get(RecordComponent component, Record node) {
        try {
            return component.getAccessor().invoke(node);
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + component + " of " + node, e);
        }
    }

    @SuppressWarnings("unchecked") // a record is made again by its own constructor
    private static <R extends Record> R cast(R like, @Nullable Object value) {
        if (value == null || !value.getClass().equals(like.getClass())) {
            throw new IllegalStateException("no " + like.getClass() + ": " + value);
        }
        return (R) value;
    }

    private static List<Integer> then(List<Integer> path, int position) {
        List<Integer> longer = new ArrayList<>(path);
        longer.add(position);
        return longer;
    }
}
