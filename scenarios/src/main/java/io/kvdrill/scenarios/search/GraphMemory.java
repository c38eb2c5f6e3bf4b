package io.kvdrill.scenarios.search;

import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.search.explore.RunMemory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers a run as what can change in the graph of its objects: fields that are not final, the elements of collections
 * and arrays. To take the run back is to write these values again into the very objects, so that whoever holds one of them
 * goes on holding it, and what a lambda has captured stays captured. What came to be later is then no longer reachable.
 *
 * <p>It looks into any object of this program; a class of the library whose state it does not know is refused, never passed
 * over. Not thread-safe.
 */
public final class GraphMemory implements RunMemory {
    private final Layouts layouts = new Layouts();
    private final IdentitySet seen = new IdentitySet();

    @Override
    public Image of(SimulatedRun run) {
        seen.clear();
        Taking taking = new Taking();
        taking.visit(run);
        taking.all();
        return taking.image();
    }

    private Layout layoutOf(Class<?> type) {
        return layouts.get(type);
    }

    /** Found out once for each class. */
    private static final class Layouts extends ClassValue<Layout> {
        @Override
        protected Layout computeValue(Class<?> type) {
            return Layout.of(type);
        }
    }

    /** A walk over the graph. */
    private final class Taking {
        private Object[] open = new Object[1024];
        private int opened;

        private Object[] objects = new Object[1024];
        private Layout[] kinds = new Layout[1024];
        private int count;

        private @Nullable Object[] references = new Object[4096];
        private int referenceCount;
        private long[] numbers = new long[1024];
        private int numberCount;

        void visit(@Nullable Object object) {
            if (object == null) {
                return;
            }
            Layout layout = layoutOf(object.getClass());
            if (layout.leaf || !seen.add(object)) {
                return;
            }
            if (opened == open.length) {
                open = Arrays.copyOf(open, opened * 2);
            }
            open[opened++] = object;
        }

        void all() {
            while (opened > 0) {
                Object object = open[--opened];
                open(object, layoutOf(object.getClass()));
            }
        }

        private void open(Object object, Layout layout) {
            if (layout.changes) {
                if (count == objects.length) {
                    objects = Arrays.copyOf(objects, count * 2);
                    kinds = Arrays.copyOf(kinds, count * 2);
                }
                objects[count] = object;
                kinds[count++] = layout;
            }
            switch (layout.shape) {
                case MAP -> map((Map<?, ?>) object, layout.changes);
                case COLLECTION -> collection((Collection<?>) object, layout.changes);
                case ARRAY -> array(object);
                case OPTIONAL -> visit(((Optional<?>) object).orElse(null));
                case PLAIN -> {}
            }
            for (Layout.Part part : layout.parts) {
                if (part.number()) {
                    number(part.numberIn(object));
                } else {
                    Object value = part.in(object);
                    if (part.changes()) {
                        reference(value);
                    }
                    visit(value);
                }
            }
        }

        private void map(Map<?, ?> map, boolean changes) {
            if (changes) {
                number(map.size());
            }
            if (!map.isEmpty()) {
                map.forEach((key, value) -> {
                    if (changes) {
                        reference(key);
                        reference(value);
                    }
                    visit(key);
                    visit(value);
                });
            }
        }

        private void collection(Collection<?> collection, boolean changes) {
            if (changes) {
                number(collection.size());
            }
            if (!collection.isEmpty()) {
                for (Object element : collection) {
                    if (changes) {
                        reference(element);
                    }
                    visit(element);
                }
            }
        }

        private void array(Object array) {
            if (array instanceof Object[] elements) {
                for (Object element : elements) {
                    reference(element);
                    visit(element);
                }
            } else {
                reference(Layout.copyOfArray(array));
            }
        }

        private void number(long value) {
            if (numberCount == numbers.length) {
                numbers = Arrays.copyOf(numbers, numberCount * 2);
            }
            numbers[numberCount++] = value;
        }

        private void reference(@Nullable Object value) {
            if (referenceCount == references.length) {
                references = Arrays.copyOf(references, referenceCount * 2);
            }
            references[referenceCount++] = value;
        }

        Image image() {
            return new Restoring(
                    Arrays.copyOf(objects, count),
                    Arrays.copyOf(kinds, count),
                    Arrays.copyOf(references, referenceCount),
                    Arrays.copyOf(numbers, numberCount));
        }
    }
}
