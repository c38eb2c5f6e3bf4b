package io.kvdrill.transports.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One process, told from a later one of the same number by when it started, and from those that we cannot see by host and
 * process namespace.
 *
 * @param pid its number in its namespace
 * @param startMillis when it started, in milliseconds since 1970; 0 where the system does not tell
 * @param namespace the process namespace, by inode; 0 where there are none
 * @param bootHigh first half of the id of the host's boot
 * @param bootLow second half
 */
record ProcessLife(long pid, long startMillis, long namespace, long bootHigh, long bootLow) {
    /** The size of {@link #put}. */
    static final int BYTES = 5 * Long.BYTES;

    /** This process. */
    static ProcessLife current() {
        ProcessHandle self = ProcessHandle.current();
        UUID boot = bootId();
        return new ProcessLife(
                self.pid(),
                startOf(self),
                namespaceInode(),
                boot.getMostSignificantBits(),
                boot.getLeastSignificantBits());
    }

    /** Whether it is known to be over. What another host or namespace runs is never known to be. */
    boolean over(ProcessLife observer) {
        boolean visible =
                namespace == observer.namespace && bootHigh == observer.bootHigh && bootLow == observer.bootLow;
        if (!visible) {
            return false;
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        return handle.isEmpty() || !handle.get().isAlive() || startOf(handle.get()) != startMillis;
    }

    void put(ByteBuffer buffer, int at) {
        buffer.putLong(at, pid);
        buffer.putLong(at + 8, startMillis);
        buffer.putLong(at + 16, namespace);
        buffer.putLong(at + 24, bootHigh);
        buffer.putLong(at + 32, bootLow);
    }

    static ProcessLife get(ByteBuffer buffer, int at) {
        return new ProcessLife(
                buffer.getLong(at),
                buffer.getLong(at + 8),
                buffer.getLong(at + 16),
                buffer.getLong(at + 24),
                buffer.getLong(at + 32));
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static long namespaceInode() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("[^0-9]", ""));
        } catch (IOException | NumberFormatException none) {
            return 0;
        }
    }

    private static UUID bootId() {
        try {
            return UUID.fromString(
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                            .strip());
        } catch (IOException | IllegalArgumentException none) {
            return new UUID(0, 0);
        }
    }
}
