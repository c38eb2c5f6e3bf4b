package io.kvdrill.scenarios.node;

import io.kvdrill.transports.shm.ShmConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which shared memory this process has: two processes with equal ones reach each other's regions. */
public final class SharedMemoryId {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private SharedMemoryId() {}

    /** This boot of this host, and the file system that the regions are in; empty where the kernel says neither. */
    public static String text() {
        try {
            Path regions = ShmConfig.of(1, 1).directory();
            Path there = Files.isDirectory(regions) ? regions : regions.getParent();
            return Files.readString(BOOT).strip() + ":"
                    + Files.getAttribute(there == null ? regions : there, "unix:dev");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException nobodySays) {
            return "";
        }
    }
}
