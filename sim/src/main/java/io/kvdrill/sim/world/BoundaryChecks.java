package io.kvdrill.sim.world;

import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.Collection;

/** Checks of what moments wait for and expectations count. */
final class BoundaryChecks {
    private final World world;
    private final Vocabulary vocabulary;
    private final Problems problems;

    BoundaryChecks(World world, Vocabulary vocabulary, Problems problems) {
        this.world = world;
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    void check(String path, Boundary boundary) {
        String event = boundary.event();
        int colon = event.indexOf(':');
        boolean known;
        if (colon < 0) {
            known = vocabulary.events().contains(event);
            problems.known(path + ".event", "event", event, vocabulary.events());
        } else {
            String direction = event.substring(0, colon);
            String type = event.substring(colon + 1);
            known = vocabulary.messages().contains(type);
            if (!direction.equals("sent") && !direction.equals("received")) {
                known = false;
                problems.add(path + ".event", "\"" + event + "\" must begin with \"sent:\" or \"received:\"");
            }
            problems.known(path + ".event", "message type", type, vocabulary.messages());
        }
        String where = boundary.where();
        if (where != null) {
            problems.known(path + ".where", "peer", where, PeerChecks.names(world));
        }
        if (known) {
            Collection<String> fields = vocabulary.fieldsOf(event);
            for (Boundary.Filter filter : boundary.filters()) {
                problems.known(path + ".filters", "field of " + event, filter.field(), fields);
            }
        }
    }
}
