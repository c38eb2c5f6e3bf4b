package io.kvdrill.sim.search.coverage;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.sim.world.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What kinds of faults there are: the word of each, and what tells one of that word from another. */
final class FaultNames {
    private FaultNames() {}

    static String of(Fault fault) {
        if (fault instanceof Fault.Kill kill) {
            return named(kill.word(), kill.plane());
        } else if (fault instanceof Fault.Partition partition) {
            return named(partition.word(), partition.plane());
        } else if (fault instanceof Fault.Registrations registrations) {
            return named(registrations.word(), registrations.fate());
        } else if (fault instanceof Fault.Writes writes) {
            return named(writes.word(), writes.fate());
        } else if (fault instanceof Fault.SendFrame frame) {
            return named(frame.word(), frame.frame());
        } else if (fault instanceof Fault.DropMessage drop && drop.match().type() != null) {
            return drop.word() + " " + drop.match().type();
        } else if (fault instanceof Fault.DelayMessages delay && delay.match().type() != null) {
            return delay.word() + " " + delay.match().type();
        }
        return fault.word();
    }

    private static String named(String word, Enum<?> constant) {
        return word + " " + constant.name().toLowerCase(Locale.ROOT);
    }

    /** All that a swarm draws. */
    static List<String> all() {
        List<String> all = new ArrayList<>(List.of(
                "restart",
                "power_off",
                "shut_down",
                "reset_cache",
                "pause",
                "stall_step",
                "reset",
                "drop_connection",
                "drop",
                "delay",
                "hold",
                "step_clock",
                "drift_clock"));
        for (Fault.Plane plane : Fault.Plane.values()) {
            all.add(named("kill", plane));
            all.add(named("partition", plane));
        }
        for (Fault.RegistrationFate fate : Fault.RegistrationFate.values()) {
            all.add(named("registration", fate));
        }
        for (Fault.WriteFate fate : Fault.WriteFate.values()) {
            all.add(named("writes", fate));
        }
        for (Fault.HostileFrame frame : Fault.HostileFrame.values()) {
            all.add(named("frame", frame));
        }
        for (Message.Type type : Message.Type.values()) {
            all.add("drop " + type.wireName());
            all.add("delay " + type.wireName());
        }
        return all;
    }
}
