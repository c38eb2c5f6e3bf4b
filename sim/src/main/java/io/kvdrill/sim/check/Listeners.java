package io.kvdrill.sim.check;

import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings trace entries to those who asked for their kind. Who that is, is found out once for each class of event, so an
 * entry that nobody asked for costs one look-up.
 */
final class Listeners {

    /** Takes events of one kind. */
    interface Listener<E extends TraceEvent> {
        /**
         * An event happened.
         *
         * @param site at which peer; the world's own for faults
         */
        void on(Site site, E event, TraceEntry entry);
    }

    private record Registered(Class<?> type, Listener<TraceEvent> listener) {}

    private final List<Registered> registered = new ArrayList<>();
    private final Map<Class<?>, List<Listener<TraceEvent>>> resolved = new LinkedHashMap<>();

    /** Brings events of this class, or of this family, to a listener, after those that were registered before it. */
    @SuppressWarnings("unchecked") // dispatch() asks only for events that are instances of the type
    <E extends TraceEvent> void on(Class<E> type, Listener<? super E> listener) {
        registered.add(new Registered(type, (Listener<TraceEvent>) listener));
    }

    void dispatch(Site site, TraceEntry entry) {
        TraceEvent event = entry.event();
        List<Listener<TraceEvent>> listeners = resolved.get(event.getClass());
        if (listeners == null) {
            listeners = resolve(event.getClass());
        }
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).on(site, event, entry);
        }
    }

    private List<Listener<TraceEvent>> resolve(Class<?> type) {
        List<Listener<TraceEvent>> listeners = new ArrayList<>();
        for (Registered one : registered) {
            if (one.type().isAssignableFrom(type)) {
                listeners.add(one.listener());
            }
        }
        resolved.put(type, listeners);
        return listeners;
    }
}
