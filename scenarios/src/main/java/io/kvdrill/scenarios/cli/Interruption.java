package io.kvdrill.scenarios.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a command that takes long end in good order when its process is told to end (Ctrl-C, SIGTERM): it is asked to stop,
 * and the process waits until it has said what it has.
 */
public final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final AtomicBoolean asked = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Runnable onAsked;
    private final Thread hook = new Thread(this::stop, "interruption");

    /** From now on. */
    public Interruption() {
        this(() -> {});
    }

    /**
     * From now on.
     *
     * @param onAsked done when the process is told to end, on a thread of its own
     */
    public Interruption(Runnable onAsked) {
        this.onAsked = onAsked;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the process was told to end. */
    public boolean asked() {
        return asked.get();
    }

    private void stop() {
        asked.set(true);
        onAsked.run();
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The command has said what it has. */
    @Override
    public void close() {
        done.countDown();
        if (!asked.get()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the process ends already, and the hook has been let go
            }
        }
    }
}
