package io.kvdrill.sim.engine;

import io.kvdrill.core.tier.SecondaryTier.StepOutcome;

/**
 * A drain or a shutdown: the scheduler stands still, calls its tiers and sleeps in between, until they are done
 * (protocol.md sections 6.5 and 8).
 */
final class Standstill {
    private static final long SLEEP_NANOS = 1_000_000;

    private enum Mode {
        NONE,
        DRAIN,
        SHUTDOWN
    }

    private final TieringManager manager;
    private final EngineHost host;
    private Mode asked = Mode.NONE;
    private Mode running = Mode.NONE;
    private long begunNanos;
    private boolean ended;

    Standstill(TieringManager manager, EngineHost host) {
        this.manager = manager;
        this.host = host;
    }

    /** Asks for a drain, after which the cache is empty. A shutdown that was asked for goes first. */
    void drain() {
        if (asked != Mode.SHUTDOWN) {
            asked = Mode.DRAIN;
        }
    }

    void shutDown() {
        asked = Mode.SHUTDOWN;
    }

    /** Whether the next step does this and nothing else. */
    boolean due() {
        return asked != Mode.NONE || running != Mode.NONE;
    }

    /** Whether a shutdown is over: nothing may be asked of the tiers any more. */
    boolean ended() {
        return ended;
    }

    /**
     * One call of the tiers.
     *
     * @return how long to sleep; 0 if the scheduler goes on
     * @throws EngineAssertion if a drain leaves jobs without a result
     */
    long step(long nowNanos) {
        if (running == Mode.NONE) {
            running = asked;
            asked = Mode.NONE;
            begunNanos = nowNanos;
            int open = manager.jobs().withoutResult();
            host.trace()
                    .emit(
                            running == Mode.DRAIN
                                    ? new EngineEvent.CacheResetBegan(open)
                                    : new EngineEvent.ShutdownBegan(open));
        }
        StepOutcome outcome = running == Mode.DRAIN ? manager.drainStep() : manager.shutdownStep();
        if (outcome == StepOutcome.AGAIN) {
            return SLEEP_NANOS;
        }
        Mode done = running;
        running = Mode.NONE;
        if (done == Mode.SHUTDOWN) {
            host.trace().emit(new EngineEvent.ShutdownDone(nowNanos - begunNanos));
            ended = true;
            host.onShutDown();
            return 0;
        }
        manager.takeResults();
        int open = manager.jobs().withoutResult();
        if (open > 0) {
            throw new EngineAssertion("the tiers are drained, and " + open + " jobs have no result");
        }
        manager.slots().clear();
        host.trace().emit(new EngineEvent.CacheReset(nowNanos - begunNanos));
        return 0;
    }
}
