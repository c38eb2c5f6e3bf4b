package io.kvdrill.sim.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failures by what they have in common. What they come to does not depend on the order in which they are added. */
public final class Groups {
    private static final Comparator<Group> ORDER = Comparator.comparingInt(Group::variant)
            .thenComparing(Group::smallestSeed, Long::compareUnsigned)
            .thenComparing(
                    Group::signature,
                    Comparator.comparing(Signature::law)
                            .thenComparingInt(Signature::statement)
                            .thenComparing(Signature::event)
                            .thenComparing(Signature::state));

    private record Key(int variant, Signature signature) {}

    private final Map<Key, Group> groups = new LinkedHashMap<>();

    /** Takes one failure, of the run at this place in the search. */
    public void add(int variant, Signature signature, long run, long seed, String what) {
        add(new Group(variant, signature, 1, run, seed, what));
    }

    /** Takes failures that were grouped elsewhere, of other runs. */
    public void add(Group group) {
        groups.merge(new Key(group.variant(), group.signature()), group, Group::and);
    }

    /** All groups, by variant, then by smallest seed, then by what they have in common. */
    public List<Group> inOrder() {
        List<Group> all = new ArrayList<>(groups.values());
        all.sort(ORDER);
        return all;
    }
}
