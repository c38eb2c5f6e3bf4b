package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What cannot be done with real processes, each by its name. */
public final class Refusals {
    private static final Set<Row<?>> REAL =
            Set.of(Rows.HEARTBEAT_INTERVAL, Rows.HEARTBEAT_TIMEOUT, Rows.HEARTBEAT_TTL, Rows.MAX_MESSAGE_SIZE);

    private Refusals() {}

    /** Whether a profile's transports can be had: only simulated ones have the defects of others. */
    public static boolean hasProfile(Profile profile) {
        return profile.base() == Preset.HARDENED;
    }

    /**
     * Why a case cannot be run with real processes; empty if it can.
     *
     * @param overNixl whether NIXL moves blocks there
     */
    public static List<String> of(RunCase runCase, boolean overNixl) {
        List<String> reasons = new ArrayList<>();
        Profile profile = runCase.profile();
        if (!hasProfile(profile)) {
            reasons.add("profile " + profile.name() + ": the defects of its transports exist in simulation only");
        }
        for (Row<?> row : profile.overridden()) {
            if (row.transport() && !REAL.contains(row)) {
                reasons.add("profile row " + row.name() + ": real transports have one behaviour");
            }
        }
        if (!runCase.scenario().tiers().isEmpty()) {
            reasons.add("a tier of yours: it runs in the simulator");
        }
        World world = runCase.world();
        Set<String> ids = new LinkedHashSet<>();
        world.peers().forEach(peer -> {
            if (!ids.add(peer.id())) {
                reasons.add("peer " + peer.name() + ": another one has its address");
            }
            if (peer.controlTickNanos() > 0) {
                reasons.add("peer " + peer.name() + ": control_tick exists in simulation only");
            }
        });
        for (FaultSpec fault : world.faults()) {
            String reason = reason(fault.fault(), overNixl);
            if (reason != null) {
                reasons.add("fault " + fault.fault().word() + ": " + reason);
            }
        }
        return reasons;
    }

    /** Whether a fault is made on the way between two peers, by a proxy in front of them. */
    static boolean needsProxies(Fault fault) {
        return !(fault instanceof Fault.Kill
                || fault instanceof Fault.Restart
                || fault instanceof Fault.ShutDown
                || fault instanceof Fault.ResetCache
                || fault instanceof Fault.Pause
                || fault instanceof Fault.StallStep
                || fault instanceof Fault.StepClock
                || fault instanceof Fault.DriftClock
                || fault instanceof Fault.Writes);
    }

    /** Whether a fault ends a process, or lets one stand still, from outside. */
    static boolean strikesProcesses(Fault fault) {
        return fault instanceof Fault.Kill || fault instanceof Fault.Restart || fault instanceof Fault.Pause;
    }

    private static @Nullable String reason(Fault fault, boolean overNixl) {
        if (fault instanceof Fault.Kill kill && kill.plane() != Plane.BOTH) {
            return "a process dies with all of its channels";
        } else if (overNixl && (fault instanceof Fault.Writes || fault instanceof Fault.Partition)) {
            return "writes over NIXL cannot be held";
        } else if (fault instanceof Fault.Registrations) {
            return "the fate of a registration cannot be chosen here";
        } else if (fault instanceof Fault.Writes writes
                && (writes.fate() != Fault.WriteFate.STALLS || writes.match().nth() != 0)) {
            return "of writes only all can be made to stall";
        }
        return null;
    }
}
