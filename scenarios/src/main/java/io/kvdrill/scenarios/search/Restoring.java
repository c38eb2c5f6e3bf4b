package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.explore.RunMemory;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What could change in a graph of objects, as it was: written back in the order in which {@link GraphMemory} read it. */
final class Restoring implements RunMemory.Image {
    private final Object[] objects;
    private final Layout[] layouts;
    private final @Nullable Object[] references;
    private final long[] numbers;
    private int nextReference;
    private int nextNumber;

    Restoring(Object[] objects, Layout[] layouts, @Nullable Object[] references, long[] numbers) {
        this.objects = objects;
        this.layouts = layouts;
        this.references = references;
        this.numbers = numbers;
    }

    @Override
    public void restore() {
        nextReference = 0;
        nextNumber = 0;
        for (int i = 0; i < objects.length; i++) {
            Object object = objects[i];
            Layout layout = layouts[i];
            switch (layout.shape) {
                case MAP -> map(object);
                case COLLECTION -> collection(object);
                case ARRAY -> array(object);
                case OPTIONAL, PLAIN -> {}
            }
            for (Layout.Part part : layout.parts) {
                if (part.number()) {
                    part.setNumber(object, numbers[nextNumber++]);
                } else if (part.changes()) {
                    part.set(object, references[nextReference++]);
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // what was taken out of it fits into it
    private void map(Object object) {
        Map<Object, Object> map = (Map<Object, Object>) object;
        int size = (int) numbers[nextNumber++];
        int from = nextReference;
        nextReference += 2 * size;
        if (map.size() == size && same(map, from)) {
            return;
        }
        map.clear();
        for (int i = from; i < nextReference; i += 2) {
            map.put(references[i], references[i + 1]);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very objects
    private boolean same(Map<?, ?> map, int from) {
        int at = from;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getKey() != references[at++] || entry.getValue() != references[at++]) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // what was taken out of it fits into it
    private void collection(Object object) {
        Collection<Object> collection = (Collection<Object>) object;
        int size = (int) numbers[nextNumber++];
        int from = nextReference;
        nextReference += size;
        if (collection.size() == size && same(collection, from)) {
            return;
        }
        collection.clear();
        for (int i = from; i < nextReference; i++) {
            collection.add(references[i]);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very objects
    private boolean same(Collection<?> collection, int from) {
        int at = from;
        for (Iterator<?> elements = collection.iterator(); elements.hasNext(); ) {
            if (elements.next() != references[at++]) {
                return false;
            }
        }
        return true;
    }

    private void array(Object array) {
        if (array instanceof Object[] elements) {
            System.arraycopy(references, nextReference, elements, 0, elements.length);
            nextReference += elements.length;
        } else {
            Object copy = references[nextReference++];
            System.arraycopy(copy, 0, array, 0, java.lang.reflect.Array.getLength(array));
        }
    }
}
