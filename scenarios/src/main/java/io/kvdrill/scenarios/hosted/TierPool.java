package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Processes of tiers that wait for their next life, so that a process is not started for each. Used by many threads at
 * once.
 */
public final class TierPool implements AutoCloseable {
    private final Map<ProcessCommand, Deque<TierProcess>> waiting = new LinkedHashMap<>();
    private final Set<TierProcess> lent = new LinkedHashSet<>();

    /** An empty pool. */
    public TierPool() {}

    /**
     * A process for one life.
     *
     * @throws SubjectException if none can be started
     */
    TierProcess lend(ProcessCommand command) {
        synchronized (this) {
            Deque<TierProcess> idle = waiting.get(command);
            TierProcess process = idle == null ? null : idle.poll();
            if (process != null) {
                lent.add(process);
                return process;
            }
        }
        TierProcess process = TierProcess.start(command);
        synchronized (this) {
            lent.add(process);
        }
        return process;
    }

    /** Takes a process back whose life is over. It is ended if it cannot be used again. */
    void giveBack(ProcessCommand command, TierProcess process) {
        boolean usable;
        try {
            usable = process.reset();
        } catch (SubjectException e) {
            usable = false; // the life was over, and the next one gets another process
        }
        synchronized (this) {
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
