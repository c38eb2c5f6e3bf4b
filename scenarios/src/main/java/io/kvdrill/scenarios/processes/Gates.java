package io.kvdrill.scenarios.processes;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.NamedMoment;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of entries at which processes wait until the runner has seen them: those that moments of faults follow at once,
 * so that a fault strikes before the process goes on.
 */
final class Gates {
    private Gates() {}

    /** Those of a world. */
    static List<String> of(World world) {
        Set<String> kinds = new LinkedHashSet<>();
        for (FaultSpec fault : world.faults()) {
            add(kinds, fault.at());
            add(kinds, fault.until());
        }
        for (NamedMoment named : world.moments()) {
            add(kinds, named.moment());
        }
        add(kinds, world.heal());
        return List.copyOf(kinds);
    }

    private static void add(Set<String> kinds, @Nullable Moment moment) {
        if (moment instanceof Moment.After after && after.delayNanos() == 0) {
            Boundary boundary = after.after();
            kinds.add(boundary.event());
        }
    }

    /** The gate that an entry passes: its kind, and of messages what they are, too: {@code sent:transfer_done}. */
    static String passedBy(TraceEvent event, String kind) {
        if (event instanceof SessionEvent.MessageSent sent) {
            return "sent:" + sent.message().type().wireName();
        } else if (event instanceof SessionEvent.MessageReceived received) {
            return "received:" + received.message().type().wireName();
        }
        return kind;
    }
}
