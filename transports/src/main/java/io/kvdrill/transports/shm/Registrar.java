package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.MemoryRegion;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Opens peers' regions in the background. */
final class Registrar {
    /** What came of it. */
    record Outcome(ShmRegistration registration, @Nullable PeerRegion region, String failure) {}

    /** Opens a region. */
    interface Opener {
        PeerRegion open(MemoryRegion remote) throws PeerRegion.Unusable;
    }

    private final Opener opener;
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private final ExecutorService worker = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "kvdrill-shm-register");
        thread.setDaemon(true);
        return thread;
    });

    Registrar(Opener opener) {
        this.opener = opener;
    }

    Outcome open(ShmRegistration registration, MemoryRegion remote) {
        try {
            return new Outcome(registration, opener.open(remote), "");
        } catch (PeerRegion.Unusable unusable) {
            return new Outcome(registration, null, String.valueOf(unusable.getMessage()));
        } catch (RuntimeException | InternalError bug) {
            return new Outcome(registration, null, "opening the region failed: " + bug);
        }
    }

    void openLater(ShmRegistration registration, MemoryRegion remote) {
        worker.execute(() -> outcomes.add(open(registration, remote)));
    }

    /** What has come of one that was opened later; null if nothing has since. */
    @Nullable Outcome takeOutcome() {
        return outcomes.poll();
    }

    void close() {
        worker.shutdown();
    }
}
