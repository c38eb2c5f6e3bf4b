package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.MessageJson;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.WriteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happens around a tier within one call, in the words of FORMAT.md: what its doubles must have been told before the
 * call so that it finds what it found, and what it did. What has no words there ends the script.
 */
final class Script {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String OFF = "";
    private static final String ON = "on";

    /** A scripting op with its arguments. */
    record Told(Op op, ObjectNode arguments) {}

    private record Switch(Op op, String of) {}

    private final Map<Switch, String> set = new LinkedHashMap<>();
    private final Map<Long, String> labels = new LinkedHashMap<>();

    private final Map<Switch, String> wanted = new LinkedHashMap<>();
    private final List<Told> completions = new ArrayList<>();
    private final Map<String, List<WireValue>> inbound = new LinkedHashMap<>();
    private final List<String> losses = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private String end = "";

    // ---- what the tier found -------------------------------------------------------------------------------------

    /** Something has no words in the format: the vector ends before this call. The first reason stays. */
    void cannot(String reason) {
        if (end.isEmpty()) {
            end = reason;
        }
    }

    /** Why the script ends here; empty while it does not. */
    String end() {
        return end;
    }

    /** A dial, a send, a write or a throw of one went well, or did not. */
    void went(Op op, String peer, boolean failed) {
        want(new Switch(op, peer), failed ? ON : OFF);
    }

    /** A registration went well, or failed in this way. */
    void registered(String peer, @Nullable String failure) {
        want(new Switch(Op.FAIL_REGISTRATION, peer), failure == null ? OFF : failure);
    }

    /** A cancel that waits found a write withdrawable, or not. */
    void withdrawable(long transfer, boolean stays) {
        String label = labels.get(transfer);
        if (label != null) {
            want(new Switch(Op.STICK, label), stays ? ON : OFF);
        } else if (stays) {
            cannot("a write that was begun and given up in one call, and goes on");
        }
    }

    private void want(Switch which, String value) {
        String before = wanted.putIfAbsent(which, value);
        if (before != null && !before.equals(value)) {
            cannot(which.op().publicName() + " of " + which.of() + " both ways within one call");
        }
    }

    /** A write has ended. */
    void completed(long transfer, boolean success, boolean gone) {
        String label = labels.get(transfer);
        if (label == null) {
            cannot("a write that ends in the call in which it was begun");
            return;
        }
        ObjectNode arguments =
                JSON.objectNode().put("transfer", Long.parseLong(label)).put("status", success ? "done" : "failed");
        if (gone) {
            arguments.put("force", true);
        }
        completions.add(new Told(Op.COMPLETE, arguments));
    }

    /** A peer's messages will be found; keeps the order in which peers were found to have any. */
    void arrived(String peer) {
        inbound.computeIfAbsent(peer, each -> new ArrayList<>());
    }

    /** A message was found. */
    void received(String peer, WireValue message) {
        arrived(peer);
        inbound.getOrDefault(peer, List.of()).add(message);
    }

    /** A connection was found lost. */
    void lost(String peer) {
        losses.add(peer);
    }

    // ---- what the tier did ---------------------------------------------------------------------------------------

    /** It did something. Writes are named by their ids. */
    void effect(Effect effect) {
        effects.add(effect);
    }

    /** What the doubles must be told for what was found since the last time. */
    List<Told> takeTold() {
        List<Told> told = new ArrayList<>();
        wanted.forEach((which, value) -> {
            if (!set.getOrDefault(which, OFF).equals(value)) {
                String before = set.put(which, value);
                told.add(new Told(which.op(), arguments(which, value, before == null ? OFF : before)));
            }
        });
        wanted.clear();
        told.addAll(completions);
        completions.clear();
        inbound.forEach((peer, messages) -> messages.forEach(message -> told.add(inbound(peer, message))));
        inbound.clear();
        losses.forEach(
                peer -> told.add(new Told(Op.DISCONNECT, JSON.objectNode().put("peer", peer))));
        losses.clear();
        return told;
    }

    private static ObjectNode arguments(Switch which, String value, String before) {
        ObjectNode arguments = JSON.objectNode();
        if (which.op() == Op.STICK) {
            arguments.putArray("transfers").add(Long.parseLong(which.of()));
        } else {
            arguments.put("peer", which.of());
        }
        if (which.op() == Op.FAIL_REGISTRATION) {
            arguments.put("kind", value.equals(OFF) ? before : value);
        }
        return value.equals(OFF) ? arguments.put("on", false) : arguments;
    }

    private Told inbound(String peer, WireValue message) {
        ObjectNode arguments = JSON.objectNode().put("peer", peer);
        arguments.set("msg", MessageJson.toJson(message));
        if (!MessageJson.value(arguments.required("msg")).equals(message)) {
            cannot("a message from " + peer + " that JSON cannot hold");
        }
        return new Told(Op.INBOUND, arguments);
    }

    /** What was done since the last time, with writes by their labels, which the accepted ones now get. */
    List<Effect> takeEffects() {
        List<Effect.Write> accepted = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Write write && write.transfer() != null) {
                accepted.add(write);
            }
        }
        accepted.sort(WriteOrder.BY_PLACE);
        for (Effect.Write write : accepted) {
            labels.put(idOf(write), Integer.toString(labels.size()));
        }
        List<Effect> labelled = new ArrayList<>();
        for (Effect effect : effects) {
            labelled.add(labelled(effect));
        }
        effects.clear();
        return labelled;
    }

    private Effect labelled(Effect effect) {
        if (effect instanceof Effect.Write write && write.transfer() != null) {
            return new Effect.Write(write.peer(), labels.get(idOf(write)), write.blocks(), write.outcome());
        }
        if (effect instanceof Effect.Cancel cancel) {
            TreeSet<String> named = new TreeSet<>();
            cancel.transfers().forEach(id -> named.add(labels.getOrDefault(Long.parseLong(id), id)));
            return new Effect.Cancel(cancel.immediate(), named);
        }
        return effect;
    }

    private static long idOf(Effect.Write write) {
        return Long.parseLong(String.valueOf(write.transfer()));
    }

    /** What is told in the middle of a call that waits, by the time at which it is. */
    static ArrayNode during(List<Told> told, long atMillis, ArrayNode events) {
        for (Told each : told) {
            ObjectNode event = events.addObject().put("at_ms", atMillis);
            event.putObject("do").put("op", each.op().publicName()).setAll(each.arguments());
        }
        return events;
    }
}
