package io.kvdrill.scenarios.hosted;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Numbers for things that a tier in another process can only name. From 1, never reused.
 *
 * @param <T> what is numbered, told apart by identity
 */
final class Handles<T> {
    private final String what;
    private final List<T> things = new ArrayList<>();
    private final IdentityHashMap<T, Integer> numbers = new IdentityHashMap<>();

    Handles(String what) {
        this.what = what;
    }

    /** The number of a thing; a new one for one that has none. */
    int of(T thing) {
        Integer known = numbers.get(thing);
        if (known != null) {
            return known;
        }
        things.add(thing);
        numbers.put(thing, things.size());
        return things.size();
    }

    /** The thing of a number that was handed out. */
    T get(long number) {
        if (number < 1 || number > things.size()) {
            throw new Json.BadValue("there is no " + what + " " + number
                    + (things.isEmpty() ? ": none was handed out yet" : "; expected one from 1 to " + things.size()));
        }
        return things.get((int) number - 1);
    }
}
