package io.kvdrill.sim.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failures by what they have in common. What they come to does not depend on the order in which they are added. */
public final class Groups {
    private record Key(int variant, Signature signature) {}

    private final Map<Key, Group> groups = new LinkedHashMap<>();

    /** Takes one failure. */
    public void add(int variant, Signature signature, long seed, String what) {
        Key key = new Key(variant, signature);
        Group known = groups.get(key);
        groups.put(key, known == null ? new Group(variant, signature, 1, seed, what) : known.with(seed, what));
    }

    /** Takes a group from elsewhere; nothing must have been added to its like. */
    public void add(Group group) {
        groups.put(new Key(group.variant(), group.signature()), group);
    }

    /** All groups, by variant and then by smallest seed. */
    public List<Group> inOrder() {
        List<Group> all = new ArrayList<>(groups.values());
        all.sort((a, b) -> a.variant() != b.variant()
                ? Integer.compare(a.variant(), b.variant())
                : Long.compareUnsigned(a.smallestSeed(), b.smallestSeed()));
        return all;
    }
}
