package io.kvdrill.sim.kernel;

import java.util.List;

/** The default choice. The kernel knows it and never builds the list of candidates for it. */
enum InsertionOrder implements ChoiceSource {
    INSTANCE;

    @Override
    public int choose(List<Event> ready) {
        return 0;
    }
}
