package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Processes of tiers that wait for their next life, so that a process is not started for each. Used by many threads at
 * once.
 */
public final class TierPool implements AutoCloseable {
    private final Map<ProcessCommand, Deque<TierProcess>> waiting = new LinkedHashMap<>();
    private final Set<TierProcess> lent = new LinkedHashSet<>();
    /** What processes did wrong after their lives, which nobody asked for yet. */
    private final Map<ProcessCommand, SubjectException> faults = new LinkedHashMap<>();

    /** An empty pool. */
    public TierPool() {}

    /**
     * A process for one life.
     *
     * @throws SubjectException if none can be started, or one did not forget its life as it says that it can
     */
    TierProcess lend(ProcessCommand command) {
        synchronized (this) {
            SubjectException fault = faults.remove(command);
            if (fault != null) {
                throw fault;
            }
            Deque<TierProcess> idle = waiting.get(command);
            for (TierProcess process = poll(idle); process != null; process = poll(idle)) {
                if (process.alive()) {
                    lent.add(process);
                    return process;
                }
                process.close(); // it has left while nobody asked it for anything
            }
        }
        TierProcess process = TierProcess.start(command);
        synchronized (this) {
            lent.add(process);
        }
        return process;
    }

    private static @Nullable TierProcess poll(@Nullable Deque<TierProcess> idle) {
        return idle == null ? null : idle.poll();
    }

    /**
     * Makes sure that there is a process.
     *
     * @throws SubjectException if none can be started
     */
    void warmUp(ProcessCommand command) {
        giveBack(command, lend(command));
    }

    /** Takes a process back whose life is over. It is ended if it cannot be used again. */
    void giveBack(ProcessCommand command, TierProcess process) {
        boolean usable = false;
        @Nullable SubjectException fault = null;
        try {
            usable = process.reset();
        } catch (SubjectException e) {
            fault = e; // this life was over; the next one is told
        }
        synchronized (this) {
            if (fault != null) {
                faults.put(command, fault);
            }
            lent.remove(process);
            if (usable) {
                waiting.computeIfAbsent(command, any -> new ArrayDeque<>()).push(process);
            }
        }
        if (!usable) {
            process.close();
        }
    }

    /** Ends all processes. */
    @Override
    public void close() {
        Set<TierProcess> all = new LinkedHashSet<>();
        synchronized (this) {
            waiting.values().forEach(all::addAll);
            all.addAll(lent);
            waiting.clear();
            lent.clear();
        }
        all.forEach(TierProcess::close);
    }
}
