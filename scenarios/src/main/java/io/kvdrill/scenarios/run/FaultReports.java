package io.kvdrill.scenarios.run;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.write.FaultText;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults of a world, for its report. */
final class FaultReports {
    private FaultReports() {}

    static List<RunReport.Fault> of(World world) {
        List<RunReport.Fault> faults = new ArrayList<>();
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            String name = spec.name();
            Fault fault = spec.fault();
            faults.add(new RunReport.Fault(
                    name == null ? "faults[" + i + "]" : name,
                    fault.word(),
                    peers(fault),
                    message(fault),
                    FaultText.of(fault)));
        }
        return faults;
    }

    /** The peers that it is about; none where it is about all. */
    private static List<String> peers(Fault fault) {
        if (fault instanceof Fault.Kill kill) {
            return List.of(kill.peer());
        } else if (fault instanceof Fault.Restart restart) {
            return List.of(restart.peer());
        } else if (fault instanceof Fault.PowerOff off) {
            return List.of(off.peer());
        } else if (fault instanceof Fault.ShutDown shutDown) {
            return List.of(shutDown.peer());
        } else if (fault instanceof Fault.ResetCache reset) {
            return List.of(reset.peer());
        } else if (fault instanceof Fault.Pause pause) {
            return List.of(pause.peer());
        } else if (fault instanceof Fault.StallStep stall) {
            return List.of(stall.peer());
        } else if (fault instanceof Fault.DriftClock drift) {
            return List.of(drift.peer());
        } else if (fault instanceof Fault.StepClock step) {
            return List.of(step.peer());
        } else if (fault instanceof Fault.Partition partition) {
            return some(partition.from(), partition.to());
        } else if (fault instanceof Fault.ResetConnection reset) {
            return some(reset.between(), reset.and());
        } else if (fault instanceof Fault.DropConnection drop) {
            return some(drop.between(), drop.and());
        } else if (fault instanceof Fault.Registrations registrations) {
            return some(registrations.at(), registrations.of());
        } else if (fault instanceof Fault.Writes writes) {
            return some(writes.match().from(), writes.match().to());
        } else if (fault instanceof Fault.SendFrame frame) {
            return some(frame.as(), frame.to());
        }
        Fault.MessageMatch match = match(fault);
        return match == null ? List.of() : some(match.from(), match.to());
    }

    private static @Nullable String message(Fault fault) {
        Fault.MessageMatch match = match(fault);
        return match == null ? null : match.type();
    }

    private static Fault.@Nullable MessageMatch match(Fault fault) {
        if (fault instanceof Fault.DelayMessages delay) {
            return delay.match();
        } else if (fault instanceof Fault.DropMessage drop) {
            return drop.match();
        }
        return fault instanceof Fault.HoldMessages hold ? hold.match() : null;
    }

    private static List<String> some(@Nullable String one, @Nullable String other) {
        return Stream.of(one, other)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }
}
