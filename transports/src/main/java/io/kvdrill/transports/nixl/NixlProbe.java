package io.kvdrill.transports.nixl;

import io.kvdrill.transports.TransportUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether a library of NIXL can be used here: it is loaded, and an agent with one small region is made and ended.
 *
 * @param usable whether that went well
 * @param version what can be said of it, for the library has no call that answers: {@code after 1.4} or {@code 1.0 to 1.4};
 *     empty where it could not be loaded
 * @param problem why it cannot be used; empty where it can
 */
public record NixlProbe(boolean usable, String version, String problem) {
    private static final int BLOCK_BYTES = 4_096;

    /**
     * Tries. A library that never returns is given up, and its thread left behind.
     *
     * @param seconds how long to wait for it
     */
    public static NixlProbe of(NixlConfig like, long seconds) {
        CompletableFuture<NixlProbe> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> answer.complete(tried(like)), "kvdrill-nixl-probe");
        thread.setDaemon(true);
        thread.start();
        try {
            return answer.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException hangs) {
            return new NixlProbe(false, "", "it did not answer within " + seconds + " s");
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("nobody fails or interrupts it", e);
        }
    }

    /** Why this build's shim cannot be loaded; empty where it can. */
    public static String shimProblem() {
        try {
            NixlNative.loadShim();
            return "";
        } catch (IllegalStateException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private static NixlProbe tried(NixlConfig like) {
        String version = "";
        try {
            NixlNative.loadShim();
            long library = NixlNative.load(like.capi().toAbsolutePath().toString());
            version = NixlNative.newerThan14(library) ? "after 1.4" : "1.0 to 1.4";
            NixlDataTransport.open(new NixlConfig(like.capi(), like.backend(), like.parameters(), 1, BLOCK_BYTES))
                    .close();
            return new NixlProbe(true, version, "");
        } catch (IllegalStateException | TransportUnavailableException failure) {
            return new NixlProbe(false, version, String.valueOf(failure.getMessage()));
        }
    }
}
