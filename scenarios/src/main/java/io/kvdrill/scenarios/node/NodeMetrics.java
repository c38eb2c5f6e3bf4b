package io.kvdrill.scenarios.node;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.run.PeerView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a node has counted, in Prometheus' text format 0.0.4. Counters come from the trace, gauges from a step not long ago.
 * Thread-safe.
 */
final class NodeMetrics {
    private static final long GAUGES_NANOS = 100_000_000L;

    private final Map<String, Map<String, Long>> counters = new TreeMap<>();
    private Map<String, Long> gauges = Map.of();
    private long gaugesNanos = -GAUGES_NANOS;

    /** Counts an event. */
    synchronized void count(TraceEvent event, String kind) {
        add("kvdrill_events_total", "kind=\"" + kind + "\"");
        if (event instanceof SessionEvent.MessageSent sent) {
            add(
                    "kvdrill_messages_sent_total",
                    message(sent.peer(), sent.message().type().wireName()));
        } else if (event instanceof SessionEvent.MessageReceived received) {
            add(
                    "kvdrill_messages_received_total",
                    message(received.peer(), received.message().type().wireName()));
        } else if (event instanceof ClientEvent.LoadEnded load) {
            add("kvdrill_loads_total", peer(load.peer()) + ",success=\"" + load.success() + '"');
        } else if (event instanceof ServerEvent.StoreEnded store) {
            add("kvdrill_stores_total", peer(store.peer()) + ",success=\"" + store.success() + '"');
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            add("kvdrill_sessions_closed_total", peer(closed.peer()));
        } else if (event instanceof EngineEvent.RequestLeft left) {
            add("kvdrill_requests_total", "end=\"" + left.end().name().toLowerCase(Locale.ROOT) + '"');
        } else if (event instanceof EngineEvent.BlocksRead read) {
            add(
                    "kvdrill_blocks_verified_total",
                    "right=\"true\"",
                    read.slots().size() - read.wrongSlots().size());
            add(
                    "kvdrill_blocks_verified_total",
                    "right=\"false\"",
                    read.wrongSlots().size());
        }
    }

    private static String peer(String peer) {
        return "peer=\"" + peer.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String message(String peer, String type) {
        return peer(peer) + ",type=\"" + type + '"';
    }

    private void add(String name, String labels) {
        add(name, labels, 1);
    }

    private void add(String name, String labels, long amount) {
        counters.computeIfAbsent(name, any -> new TreeMap<>()).merge(labels, amount, Long::sum);
    }

    /** Looks at a peer after a step, unless it has just done so. */
    void look(PeerView view, long nowNanos) {
        if (nowNanos - gaugesNanos < GAUGES_NANOS) {
            return;
        }
        gaugesNanos = nowNanos;
        Map<String, Long> seen = new LinkedHashMap<>();
        for (SlotView.State state : SlotView.State.values()) {
            long slots =
                    view.slots().stream().filter(slot -> slot.state() == state).count();
            seen.put("kvdrill_slots{state=\"" + state.name().toLowerCase(Locale.ROOT) + "\"}", slots);
        }
        seen.put("kvdrill_jobs_open", (long) view.jobs().size());
        seen.put("kvdrill_requests_open", (long) view.openRequests().size());
        sizes(view.mapSizes(), seen);
        synchronized (this) {
            gauges = seen;
        }
    }

    private static void sizes(@Nullable MapSizes sizes, Map<String, Long> seen) {
        if (sizes == null) {
            return;
        }
        seen.put("kvdrill_tier_sessions", (long) sizes.sessions());
        seen.put("kvdrill_tier_bindings", (long) sizes.bindings());
        seen.put("kvdrill_tier_parked_ids", (long) sizes.parkedIds());
        seen.put("kvdrill_tier_failed_ids", (long) sizes.failedIds());
        seen.put("kvdrill_tier_reaped_ids", (long) sizes.reapedIds());
        seen.put("kvdrill_tier_live_requests", (long) sizes.liveRequests());
        seen.put("kvdrill_tier_retired_sessions", (long) sizes.retiredSessions());
        seen.put("kvdrill_tier_known_epochs", (long) sizes.epochs());
        seen.put("kvdrill_tier_deferred_peers", (long) sizes.deferredPeers());
        seen.put("kvdrill_tier_client_requests", (long) sizes.clientRequests());
        seen.put("kvdrill_tier_server_requests", (long) sizes.serverRequests());
    }

    /** All of it. */
    synchronized String text() {
        StringBuilder text = new StringBuilder();
        counters.forEach((name, values) -> {
            text.append("# TYPE ").append(name).append(" counter\n");
            values.forEach((labels, value) -> text.append(name)
                    .append('{')
                    .append(labels)
                    .append("} ")
                    .append(value)
                    .append('\n'));
        });
        String before = "";
        for (Map.Entry<String, Long> gauge : gauges.entrySet()) {
            String key = gauge.getKey();
            String name = key.indexOf('{') < 0 ? key : key.substring(0, key.indexOf('{'));
            if (!name.equals(before)) {
                text.append("# TYPE ").append(name).append(" gauge\n");
                before = name;
            }
            text.append(key).append(' ').append(gauge.getValue()).append('\n');
        }
        return text.toString();
    }
}
