package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.scenarios.conform.vector.WriteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One of the two that are compared: what it calls its writes, and what of its world shows in its effects. */
final class Side {
    private final Flight flight;
    private final Set<String> registered = new HashSet<>();
    private final Map<String, String> labelByName = new HashMap<>();
    private final Map<String, String> nameByLabel = new HashMap<>();

    Side(VectorConfig config) {
        this.flight = new Flight(config.waitCancelKeeps());
    }

    /** What this side calls the write of this label, or null if it has none. */
    @Nullable String name(String label) {
        return nameByLabel.get(label);
    }

    /** Notes what the script does to writes. */
    void script(Op op, JsonNode arguments) {
        if (op == Op.COMPLETE) {
            flight.complete(arguments.required("transfer").asString());
        } else if (op == Op.STICK) {
            boolean on = arguments.path("on").asBoolean(true);
            arguments.required("transfers").forEach(transfer -> flight.stick(transfer.asString(), on));
        }
    }

    /**
     * The effects of a step in the form in which they are compared: writes by their labels, at most one cancel of each
     * mode, and nothing that does not count.
     *
     * @throws IllegalArgumentException if they name a write that is none, or one name for two writes
     */
    List<Effect> normal(Step step, List<Effect> effects) {
        label(effects);
        List<Effect> normal = new ArrayList<>();
        SortedSet<String> waited = new TreeSet<>();
        SortedSet<String> dropped = new TreeSet<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Write write) {
                normal.add(new Effect.Write(write.peer(), labelOf(write.transfer()), write.blocks(), write.outcome()));
            } else if (effect instanceof Effect.Cancel cancel) {
                (cancel.immediate() ? dropped : waited).addAll(labelsOf(cancel.transfers()));
            } else if (effect instanceof Effect.AddPeer add) {
                if (add.failed() == null) {
                    registered.add(add.peer());
                }
                normal.add(effect);
            } else if (effect instanceof Effect.RemovePeer remove) {
                if (registered.remove(remove.peer())) {
                    normal.add(effect);
                }
            } else {
                normal.add(effect);
            }
        }
        addCancel(normal, false, waited);
        addCancel(normal, true, dropped);
        if (step.op().sweeps()) {
            flight.sweep();
        }
        return normal;
    }

    private void addCancel(List<Effect> effects, boolean immediate, SortedSet<String> labels) {
        SortedSet<String> inFlight = flight.cancel(immediate, labels);
        if (!inFlight.isEmpty()) {
            effects.add(new Effect.Cancel(immediate, inFlight));
        }
    }

    private void label(List<Effect> effects) {
        List<Effect.Write> accepted = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Write write && write.transfer() != null) {
                accepted.add(write);
            }
        }
        accepted.sort(WriteOrder.BY_PLACE);
        for (Effect.Write write : accepted) {
            String name = Objects.requireNonNull(write.transfer());
            String label = Integer.toString(labelByName.size());
            if (labelByName.putIfAbsent(name, label) != null) {
                throw new IllegalArgumentException(
                        "two writes are called " + name + "; expected a name of its own for each write of a vector");
            }
            nameByLabel.put(label, name);
            flight.accept(label);
        }
    }

    private @Nullable String labelOf(@Nullable String name) {
        return name == null ? null : labelByName.get(name);
    }

    private Set<String> labelsOf(Set<String> names) {
        Set<String> labels = new HashSet<>();
        for (String name : names) {
            String label = labelByName.get(name);
            if (label == null) {
                throw new IllegalArgumentException(
                        "a cancel names the write " + name + ", which was not accepted; expected accepted writes");
            }
            labels.add(label);
        }
        return labels;
    }
}
