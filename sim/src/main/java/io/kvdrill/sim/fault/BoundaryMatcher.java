package io.kvdrill.sim.fault;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells which trace entries are occurrences of a {@link Boundary}. */
public final class BoundaryMatcher {
    private static final String SENT = "sent:";
    private static final String RECEIVED = "received:";

    private final Boundary boundary;
    private final Map<String, String> idsByName = new LinkedHashMap<>();
    private final EventFields fields = new EventFields();
    private final Map<Class<?>, Boolean> rightClass = new LinkedHashMap<>();

    /** A matcher in this world. */
    public BoundaryMatcher(Boundary boundary, World world) {
        this.boundary = boundary;
        for (PeerSpec peer : world.peers()) {
            idsByName.put(peer.name(), peer.id());
        }
    }

    /** Whether the entry is an occurrence. */
    public boolean matches(TraceEntry entry) {
        TraceEvent event = entry.event();
        if (!rightClass.computeIfAbsent(event.getClass(), this::isRightClass)) {
            return false;
        }
        String where = boundary.where();
        if (where != null && !Objects.equals(place(entry), idsByName.get(where))) {
            return false;
        }
        if (event instanceof SessionEvent.MessageSent sent && boundary.event().startsWith(SENT)) {
            if (!boundary.event().endsWith(":" + sent.message().type().wireName())) {
                return false;
            }
        } else if (event instanceof SessionEvent.MessageReceived received
                && boundary.event().startsWith(RECEIVED)
                && !boundary.event().endsWith(":" + received.message().type().wireName())) {
            return false;
        }
        for (Boundary.Filter filter : boundary.filters()) {
            String found = fields.text(event, filter.field());
            if (found == null || (!found.equals(filter.value()) && !found.equals(idsByName.get(filter.value())))) {
                return false;
            }
        }
        return true;
    }

    /** The peer at which it happens; of what the world itself records, the peer that it is about. */
    private @Nullable String place(TraceEntry entry) {
        return entry.peer().isEmpty() ? fields.text(entry.event(), "peer") : entry.peer();
    }

    private boolean isRightClass(Class<?> type) {
        if (boundary.event().startsWith(SENT)) {
            return type == SessionEvent.MessageSent.class;
        }
        if (boundary.event().startsWith(RECEIVED)) {
            return type == SessionEvent.MessageReceived.class;
        }
        return EventFields.snakeCase(type.getSimpleName()).equals(boundary.event());
    }
}
