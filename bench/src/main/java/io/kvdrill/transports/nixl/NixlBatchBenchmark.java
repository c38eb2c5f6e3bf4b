package io.kvdrill.transports.nixl;

import io.kvdrill.bench.NanosPerOperation;
import io.kvdrill.bench.Native;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One batch over the double of NIXL, from making the request to its release: through our JNI bindings, and by the same calls
 * from C. The double moves the bytes on a thread of its own that sleeps for 0.2 ms between two requests.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms256m", "-Xmx256m"})
public class NixlBatchBenchmark extends NanosPerOperation {
    private static final int BLOCK_BYTES = 16 << 10;

    /** Blocks in a batch. */
    @Param({"1", "64", "512"})
    public int blocks;

    private int[] indexes = {};
    private final long[] request = new long[1];
    private final int[] status = new int[1];
    private long source;
    private long target;
    private long local;
    private long remote;

    /** Opens two agents of this process. */
    @Setup
    public void open() {
        Native.load();
        NixlNative.loadShim();
        long library = NixlNative.load(Native.unpack("libnixl_double.so").toString());
        long bytes = (long) blocks * BLOCK_BYTES;
        long from = NixlNative.allocate(bytes);
        long to = NixlNative.allocate(bytes);
        source = NixlNative.openAgent(library, "source", "UCX", new String[0], from, bytes);
        target = NixlNative.openAgent(library, "target", "UCX", new String[0], to, bytes);
        String name = NixlNative.loadPeer(source, NixlNative.metadata(target));
        local = NixlNative.prepareBlocks(source, "", from, blocks, BLOCK_BYTES);
        remote = NixlNative.prepareBlocks(source, name, to, blocks, BLOCK_BYTES);
        indexes = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            indexes[i] = i;
        }
    }

    /** Ends them. */
    @TearDown
    public void close() {
        NixlNative.releaseBlocks(source, local);
        NixlNative.releaseBlocks(source, remote);
        NixlNative.closeAgent(source);
        NixlNative.closeAgent(target);
    }

    /** Through the bindings. */
    @Benchmark
    public int jni() {
        status[0] = NixlNative.write(source, local, indexes, remote, indexes, request);
        while (status[0] == 1) {
            NixlNative.statuses(source, request, status);
        }
        NixlNative.releaseRequest(source, request[0]);
        return checked(status[0]);
    }

    /** From C. */
    @Benchmark
    public int c() {
        return checked(batchInC(source, local, remote, blocks));
    }

    private static int checked(int status) {
        if (status != 0) {
            throw new IllegalStateException("a write ended with status " + status);
        }
        return status;
    }

    private static native int batchInC(long agent, long local, long remote, int count);
}
