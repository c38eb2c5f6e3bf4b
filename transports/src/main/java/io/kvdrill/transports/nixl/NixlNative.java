package io.kvdrill.transports.nixl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The shim, {@code src/main/c/nixl_shim.c}, which says what each function does and who owns what. */
final class NixlNative {
    private static final String SHIM = "/native/libkvdrill_nixl.so";

    private NixlNative() {}

    /**
     * Loads the shim. Loading it again does no harm.
     *
     * @throws IllegalStateException if there is none, or not for this machine
     */
    static void loadShim() {
        try (InputStream shim = NixlNative.class.getResourceAsStream(SHIM)) {
            if (shim == null) {
                throw new IllegalStateException(
                        "this build has no shim for NIXL; build it where gcc and the JDK's headers are");
            }
            Path copy = Files.createTempFile("kvdrill-nixl-", ".so");
            try {
                Files.copy(shim, copy, StandardCopyOption.REPLACE_EXISTING);
                System.load(copy.toString());
            } finally {
                Files.delete(copy);
            }
        } catch (IOException | UnsatisfiedLinkError failure) {
            throw new IllegalStateException("the shim for NIXL cannot be loaded: " + failure.getMessage(), failure);
        }
    }

    static native long load(String path);

    static native boolean newerThan14(long library);

    static native long allocate(long bytes);

    static native ByteBuffer view(long address, long bytes);

    static native long openAgent(
            long library, String name, String backend, String[] parameters, long address, long bytes);

    static native void closeAgent(long agent);

    static native byte[] metadata(long agent);

    static native String loadPeer(long agent, byte[] metadata);

    static native int dropPeer(long agent, String name);

    static native int checkPeer(long agent, String name);

    static native long prepareBlocks(long agent, String name, long address, long blocks, long blockBytes);

    static native int releaseBlocks(long agent, long blocks);

    static native int write(
            long agent, long local, int[] localIndexes, long remote, int[] remoteIndexes, long[] request);

    static native void statuses(long agent, long[] requests, int[] statuses);

    static native int releaseRequest(long agent, long request);
}
