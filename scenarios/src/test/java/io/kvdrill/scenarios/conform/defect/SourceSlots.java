package io.kvdrill.scenarios.conform.defect;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ManagerEvent.SlotsReported;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.FenceCompleted;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Watches source slots: which are pinned, and which a write still reads. A write reads from its start until the script
 * lets it end, it is withdrawn, or its peer is cut off by a fence; that somebody gave it up at once does not stop it.
 */
final class SourceSlots {
    private final Map<Long, Set<Long>> pinned = new LinkedHashMap<>();
    private final Map<Long, WriteStarted> running = new LinkedHashMap<>();
    private final Map<Integer, Long> byLabel = new LinkedHashMap<>();
    private final Set<Integer> stuck = new HashSet<>();
    private final List<String> freedWhileRead = new ArrayList<>();
    private final List<String> readWhileFree = new ArrayList<>();
    private final List<String> acknowledgedWhileRunning = new ArrayList<>();

    /** Watches a whole transcript. */
    SourceSlots(Transcript transcript) {
        for (Transcript.Played step : transcript.steps()) {
            script(step.step().op(), step.step().arguments());
            step.step().arguments().path("during").forEach(event -> {
                JsonNode todo = event.path("do");
                script(Op.valueOf(todo.path("op").asString().toUpperCase(Locale.ROOT)), todo);
            });
            step.effects().forEach(this::effect);
            step.events().forEach(this::event);
        }
    }

    /** Store jobs whose slots were freed while a write read one of them. */
    List<String> freedWhileRead() {
        return freedWhileRead;
    }

    /** Writes from a slot that no job pins. */
    List<String> readWhileFree() {
        return readWhileFree;
    }

    /** Rounds whose abort was acknowledged while a write of theirs went on. */
    List<String> acknowledgedWhileRunning() {
        return acknowledgedWhileRunning;
    }

    private void script(Op op, JsonNode arguments) {
        if (op == Op.COMPLETE) {
            Long transfer = byLabel.get(arguments.path("transfer").intValue());
            if (transfer != null) {
                running.remove(transfer);
            }
        } else if (op == Op.STICK) {
            boolean on = arguments.path("on").asBoolean(true);
            arguments.path("transfers").forEach(label -> {
                if (on) {
                    stuck.add(label.intValue());
                } else {
                    stuck.remove(label.intValue());
                }
            });
        }
    }

    private void effect(Effect effect) {
        if (effect instanceof Effect.Write write && write.transfer() != null) {
            byLabel.put(byLabel.size(), Long.valueOf(write.transfer()));
        } else if (effect instanceof Effect.Cancel cancel && !cancel.immediate()) {
            byLabel.forEach((label, transfer) -> {
                if (cancel.transfers().contains(transfer.toString()) && !stuck.contains(label)) {
                    running.remove(transfer);
                }
            });
        }
    }

    private void event(TraceEvent event) {
        if (event instanceof JobSubmitted job && job.direction() == Direction.STORE) {
            pinned.put(job.job(), slots(job.slots()));
        } else if (event instanceof HitsPinned pin) {
            pinned.put(pin.job(), slots(pin.slots()));
        } else if (event instanceof JobReported job && job.direction() == Direction.STORE && !job.slotsHeld()) {
            free(job.job());
        } else if (event instanceof SlotsReported job && job.direction() == Direction.STORE) {
            free(job.job());
        } else if (event instanceof WriteStarted write) {
            start(write);
        } else if (event instanceof WriteEnded write) {
            running.remove(write.transfer());
        } else if (event instanceof FenceCompleted fence) {
            running.values().removeIf(write -> write.peer().equals(fence.peer()));
        } else if (event instanceof AbortAcknowledged abort) {
            acknowledge(abort);
        }
    }

    private void start(WriteStarted write) {
        running.put(write.transfer(), write);
        Set<Long> free = slots(write.local());
        pinned.values().forEach(free::removeAll);
        if (!free.isEmpty()) {
            readWhileFree.add("write " + write.transfer() + " from " + free);
        }
    }

    private void free(long job) {
        Set<Long> slots = pinned.remove(job);
        for (WriteStarted write : running.values()) {
            Set<Long> read = slots(write.local());
            if (slots != null && read.removeAll(slots)) {
                freedWhileRead.add("job " + job + " read by write " + write.transfer());
            }
        }
    }

    private void acknowledge(AbortAcknowledged abort) {
        for (WriteStarted write : running.values()) {
            if (write.peer().equals(abort.peer())
                    && write.request().equals(abort.request())
                    && write.round() == abort.round()) {
                acknowledgedWhileRunning.add("round " + abort.round() + " of " + abort.request());
            }
        }
    }

    private static Set<Long> slots(SlotList list) {
        Set<Long> slots = new HashSet<>();
        for (long slot : list.toArray()) {
            slots.add(slot);
        }
        return slots;
    }
}
