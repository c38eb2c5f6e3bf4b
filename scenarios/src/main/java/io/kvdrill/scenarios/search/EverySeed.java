package io.kvdrill.scenarios.search;

import java.util.ArrayList;
import java.util.List;

/** Seeds as they come, each in all variants. */
final class EverySeed implements SeedOrder {
    private static final int RUNS_AT_ONCE = 32;

    private final int variants;
    private final long last;
    private long next;
    private int variant;
    private long nextToLearn;
    private boolean learntAllVariants = true;

    EverySeed(SeedRange range, int variants) {
        this.variants = variants;
        this.next = range.first();
        this.nextToLearn = range.first();
        this.last = range.last();
    }

    @Override
    public List<Slot> next(long atMost) {
        List<Slot> slots = new ArrayList<>();
        while (slots.size() < RUNS_AT_ONCE && slots.size() < atMost && next >= 0 && next <= last) {
            slots.add(new Slot(variant, next));
            variant++;
            if (variant == variants) {
                variant = 0;
                next++;
            }
        }
        return slots;
    }

    @Override
    public void learn(Slot slot, int newlyReached) {
        learntAllVariants = slot.variant() == variants - 1;
        nextToLearn = learntAllVariants ? slot.seed() + 1 : slot.seed();
    }

    @Override
    public boolean atBoundary() {
        return learntAllVariants;
    }

    @Override
    public boolean midway() {
        return variant != 0;
    }

    @Override
    public Progress progress() {
        return Progress.at(nextToLearn);
    }
}
