package io.kvdrill.bench;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.transports.shm.ShmConfig;
import io.kvdrill.transports.shm.ShmDataTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 16 MiB of blocks from one file in shared memory into another, out of and into 64 MiB each, in turns: as one write of the
 * transport, from its call until its end is known, by C's memcpy, and by the copy of the JVM.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms256m", "-Xmx256m"})
public class ShmWriteBenchmark extends NanosPerOperation {
    private static final int BATCH_BYTES = 16 << 20;
    private static final int REGION_BYTES = 64 << 20;
    private static final long LOOK_NANOS = 500_000;

    /** Bytes of a block. */
    @Param({"65536", "262144", "1048576", "4194304"})
    public int blockBytes;

    private SlotList[] batches = {};
    private int turn;

    private static SlotList[] batches(int blockBytes) {
        int size = BATCH_BYTES / blockBytes;
        SlotList[] batches = new SlotList[REGION_BYTES / BATCH_BYTES];
        for (int i = 0; i < batches.length; i++) {
            long first = (long) i * size;
            batches[i] = SlotList.of(LongStream.range(first, first + size).toArray());
        }
        return batches;
    }

    private SlotList next() {
        turn = (turn + 1) % batches.length;
        return batches[turn];
    }

    /** Numbers the slots. */
    @Setup
    public void number() {
        batches = batches(blockBytes);
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory(Path.of("/dev/shm"), "kvdrill-bench-");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Two transports. */
    @State(Scope.Thread)
    public static class Transports {
        private final Path directory = directory();
        private ShmDataTransport source;
        private ShmDataTransport target;
        private Registration registration;
        private boolean over;

        /** Opens them. */
        @Setup
        public void open(ShmWriteBenchmark of) {
            ShmConfig config = new ShmConfig(directory, REGION_BYTES / of.blockBytes, of.blockBytes);
            source = ShmDataTransport.open(config);
            target = ShmDataTransport.open(config);
            for (int i = 0; i < config.blocks(); i++) {
                source.blocks().seal(i);
            }
            registration = source.register("target", target.region(), DataTransport.RegistrationMode.INLINE);
        }

        /** Closes them. */
        @TearDown
        public void close() throws IOException {
            source.close();
            target.close();
            Files.delete(directory);
        }

        private void write(SlotList slots) {
            over = false;
            source.write(registration, slots, slots);
            while (!over) {
                LockSupport.parkNanos(LOOK_NANOS);
                source.collect(registration, (transfer, success) -> {
                    if (!success) {
                        throw new IllegalStateException("the write failed");
                    }
                    over = true;
                });
            }
        }
    }

    /** Two files, mapped. */
    @State(Scope.Thread)
    public static class MappedFiles {
        private final Path directory = directory();
        private ByteBuffer source;
        private ByteBuffer target;

        /** Makes them. */
        @Setup
        public void open() throws IOException {
            Native.load();
            source = map("source");
            target = map("target");
        }

        private ByteBuffer map(String name) throws IOException {
            Path file = directory.resolve(name);
            Files.write(file, new byte[REGION_BYTES]);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, REGION_BYTES);
            } finally {
                Files.delete(file);
            }
        }

        /** Removes them. */
        @TearDown
        public void close() throws IOException {
            Files.delete(directory);
        }
    }

    /** Over the transport. */
    @Benchmark
    public void transport(Transports transports) {
        transports.write(next());
    }

    /** By memcpy, a block at a time. */
    @Benchmark
    public void memcpy(MappedFiles files) {
        SlotList slots = next();
        for (int i = 0; i < slots.size(); i++) {
            int at = (int) slots.get(i) * blockBytes;
            Native.copy(files.target, at, files.source, at, blockBytes);
        }
    }

    /** By the copy of the JVM that the transport uses, a block at a time. */
    @Benchmark
    public void copyInJava(MappedFiles files) {
        SlotList slots = next();
        for (int i = 0; i < slots.size(); i++) {
            int at = (int) slots.get(i) * blockBytes;
            files.target.put(at, files.source, at, blockBytes);
        }
    }
}
