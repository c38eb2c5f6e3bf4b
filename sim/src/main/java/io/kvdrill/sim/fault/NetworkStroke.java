package io.kvdrill.sim.fault;

import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A strike of a fault that is about the control network, and about partitions, which may be about both. */
final class NetworkStroke {
    private final ControlFaults control;
    private final UnaryOperator<String> idOf;
    private final Function<Fault.SendFrame, byte[]> bytesOf;
    private final Consumer<Runnable> soon;

    NetworkStroke(
            ControlFaults control,
            UnaryOperator<String> idOf,
            Function<Fault.SendFrame, byte[]> bytesOf,
            Consumer<Runnable> soon) {
        this.control = control;
        this.idOf = idOf;
        this.bytesOf = bytesOf;
        this.soon = soon;
    }

    /** Strikes; returns what ends the fault, or null where it is over at once. */
    @Nullable Runnable apply(Fault fault, Function<Fault.Partition, Runnable> dataPartition) {
        if (fault instanceof Fault.Partition partition) {
            return partition(partition, dataPartition);
        } else if (fault instanceof Fault.ResetConnection reset) {
            soon.accept(() -> control.reset(idOf.apply(reset.between()), idOf.apply(reset.and())));
        } else if (fault instanceof Fault.DropConnection drop) {
            soon.accept(() -> control.dropSilently(idOf.apply(drop.between()), idOf.apply(drop.and())));
        } else if (fault instanceof Fault.DelayMessages delay) {
            MessageFate fate = new MessageFate.Delay(delay.nanos(), delay.jitterNanos());
            return control.onMessage(filter(delay.match()), 0, fate);
        } else if (fault instanceof Fault.DropMessage drop) {
            return control.onMessage(filter(drop.match()), drop.nth(), new MessageFate.Drop());
        } else if (fault instanceof Fault.HoldMessages hold) {
            return control.onMessage(filter(hold.match()), 0, new MessageFate.Hold());
        } else if (fault instanceof Fault.SendFrame frame) {
            byte[] identity = identity(frame.as());
            byte[] bytes = bytesOf.apply(frame);
            soon.accept(() -> control.inject(identity, idOf.apply(frame.to()), bytes));
        } else {
            throw new IllegalArgumentException("no part of the world takes the fault " + fault.word());
        }
        return null;
    }

    private Runnable partition(Fault.Partition partition, Function<Fault.Partition, Runnable> dataPartition) {
        List<Runnable> ends = new ArrayList<>();
        soon.accept(() -> {
            if (partition.plane() != Plane.DATA) {
                String to = partition.to();
                ends.add(control.partition(
                        idOf.apply(partition.from()), to == null ? null : idOf.apply(to), partition.oneWay()));
            }
            if (partition.plane() != Plane.CONTROL) {
                ends.add(dataPartition.apply(partition));
            }
        });
        return () -> ends.forEach(Runnable::run);
    }

    /** The id of a peer of this world, or any other identity as it is spelled. */
    private byte[] identity(String as) {
        String identity;
        try {
            identity = idOf.apply(as);
        } catch (IllegalArgumentException e) {
            identity = as;
        }
        return identity.getBytes(StandardCharsets.UTF_8);
    }

    private MessageFilter filter(Fault.MessageMatch match) {
        String from = match.from();
        String to = match.to();
        return new MessageFilter(
                from == null ? null : idOf.apply(from),
                to == null ? null : idOf.apply(to),
                match.type(),
                match.request());
    }
}
