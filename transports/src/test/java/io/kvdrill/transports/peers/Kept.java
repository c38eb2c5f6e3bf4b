package io.kvdrill.transports.peers;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many entries the maps, lists, sets and queues of our own objects hold, wherever they are: what is kept of a peer that
 * is gone need not hold a descriptor. Found by their fields, so that those of tomorrow are found, too.
 */
final class Kept {
    private static final String OURS = "io.kvdrill.";

    private final Map<String, Integer> sizes = new TreeMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> next = new ArrayDeque<>();

    private Kept() {}

    /** The entries by class and field, of what is reached from these through our own objects and what they hold. */
    static Map<String, Integer> in(Object... roots) {
        Kept kept = new Kept();
        for (Object root : roots) {
            kept.visit(root);
        }
        while (!kept.next.isEmpty()) {
            Object object = kept.next.remove();
            for (Class<?> type = object.getClass(); type.getName().startsWith(OURS); type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    kept.look(type, field, object);
                }
            }
        }
        return kept.sizes;
    }

    private void look(Class<?> type, Field field, Object owner) {
        if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
            return;
        }
        Object value;
        try {
            field.setAccessible(true);
            value = field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        Collection<?> entries = value instanceof Map<?, ?> map
                ? map.values()
                : value instanceof Collection<?> collection ? collection : null;
        if (entries == null) {
            visit(value);
            return;
        }
        sizes.merge(type.getName().substring(OURS.length()) + "." + field.getName(), entries.size(), Integer::sum);
        for (Object entry : entries.toArray()) {
            visit(entry);
        }
    }

    private void visit(Object value) {
        if (value != null && value.getClass().getName().startsWith(OURS) && seen.add(value)) {
            next.add(value);
        }
    }
}
