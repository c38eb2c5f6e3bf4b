package io.kvdrill.scenarios.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.run.RunDriver;
import io.kvdrill.sim.trace.TraceEntry;
import java.lang.reflect.Field;
import java.util.Set;

/**
 * What makes no difference to what may happen later, nor to what a law says about it: numbers that only tell one trace
 * entry from another, counts for reports, what is kept for a reader, and what is the same in all runs of a subject.
 */
final class Ignored {
    /** Kept for whoever reads a result. */
    private static final Set<String> FOR_READERS = Set.of(
            "io.kvdrill.sim.trace.TraceRecorder",
            "io.kvdrill.sim.trace.TraceEntry",
            "io.kvdrill.sim.check.History",
            "io.kvdrill.sim.run.JobLog",
            "io.kvdrill.sim.run.PinLog",
            "io.kvdrill.sim.run.BoundaryLog",
            "io.kvdrill.sim.kernel.Causality",
            "io.kvdrill.sim.kernel.Cycle",
            "io.kvdrill.sim.kernel.RadixHeap",
            "io.kvdrill.core.profile.Rules");

    /** Caches of what can be worked out again, and the observers' lists of listeners. */
    private static final Set<String> CACHES =
            Set.of("io.kvdrill.sim.check.Listeners", "io.kvdrill.sim.engine.PromptKeys");

    /** Fields whose values are the numbers of trace entries or of frames. */
    private static final Set<String> NUMBERS = Set.of(
            "sequence",
            "bornSequence",
            "healedSequence",
            "cause",
            "wakeCause",
            "sentEntry",
            "deliveredEntry",
            "lastEntry",
            "entryOfLastStep",
            "FreeQueue.order",
            "FreeQueue.view",
            "Frame.number",
            "SimControlNetwork.frameNumbers",
            "SimControlNetwork.handedOut",
            "SimControlNetwork.handedOutNext",
            "Board.lastFrame",
            "ConnectsChecker.onTheirWay",
            "Arrived.frame",
            "Board.strikes",
            "Begun.frameMark",
            "Deadlines.sequences");

    /** Fields that hold the number of a trace entry, or 0 for none: only which of the two matters. */
    private static final Set<String> NUMBER_OR_NONE = Set.of(
            "Gate.connected",
            "Session.opened",
            "Session.died",
            "Job.opened",
            "Job.settled",
            "Table.blockedSince",
            "Table.staleSequence");

    /** Maps to numbers of trace entries: only their keys matter. */
    private static final Set<String> MAPS_TO_NUMBERS = Set.of(
            "Kept.reaped",
            "Table.newLoads",
            "Running.started",
            "Open.aborts",
            "SlotStates.revokedBefore",
            "SlotStates.fencing",
            "Troubles.peers",
            "Troubles.pairs");

    /** Fields that count for a report. */
    private static final Set<String> COUNTS = Set.of(
            "Kernel.scheduled",
            "Kernel.fired",
            "Kernel.firedThisInstant",
            "LawChecker.checked",
            "LawChecker.atStake",
            "Site.steps",
            "SimFabric.contents",
            "ContentTag.generation",
            "Stepper.vainSteps",
            "Account.mostPinned",
            "Account.mostQuarantined");

    /**
     * Set when a process has died. What it was about to do, and what its engine and its tier knew, is gone with it; what
     * counts of it lies with the network, the fabric and the laws.
     */
    private static final Set<String> OVER = Set.of("Life.dead", "HostThread.dead");

    private static final Set<Class<?>> VALUES = Set.of(
            BlockKey.class,
            Bytes.class,
            SlotList.class,
            EventLabel.class,
            EngineConfig.class,
            Incarnation.class,
            MemoryRegion.class);

    private Ignored() {}

    static boolean type(Class<?> type) {
        return FOR_READERS.contains(type.getName())
                || CACHES.contains(type.getName())
                || RunDriver.class.isAssignableFrom(type);
    }

    /** What is the same object in all runs. */
    static boolean constant(Class<?> type) {
        return type.getName().startsWith("io.kvdrill.sim.world.") || type == Profile.class;
    }

    /** What is hashed by its own hash code, which depends on its content only: for speed. */
    static boolean value(Class<?> type) {
        return VALUES.contains(type);
    }

    /**
     * What a run that is taken back may keep: what is the same in all runs, what never changes, and caches of what can be
     * worked out again.
     */
    static boolean neverChanges(Class<?> type) {
        return constant(type)
                || VALUES.contains(type)
                || CACHES.contains(type.getName())
                || type == Rules.class
                || type == EventSchema.class
                || type == TraceEntry.class
                || TraceEvent.class.isAssignableFrom(type)
                || Payload.class.isAssignableFrom(type)
                || RunDriver.class.isAssignableFrom(type);
    }

    static boolean field(Field field) {
        String qualified = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        return NUMBERS.contains(field.getName()) || NUMBERS.contains(qualified) || COUNTS.contains(qualified);
    }

    /** Whether only the sign of a number counts, or only the keys of a map. */
    static boolean partly(Field field) {
        String qualified = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        return NUMBER_OR_NONE.contains(qualified) || MAPS_TO_NUMBERS.contains(qualified);
    }

    /** Whether nothing counts in an object in which this is true. */
    static boolean over(Field field) {
        return OVER.contains(field.getDeclaringClass().getSimpleName() + "." + field.getName());
    }

    /** Pending events: their order of scheduling only matters where they cannot overtake one another. */
    static boolean unordered(Class<?> type) {
        return type.getName().equals("io.kvdrill.sim.kernel.FreeQueue");
    }
}
