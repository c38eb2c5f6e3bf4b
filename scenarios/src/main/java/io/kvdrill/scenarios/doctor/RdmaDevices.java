package io.kvdrill.scenarios.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The RDMA devices of this host, as its kernel lists them. */
public final class RdmaDevices {
    private static final Path CLASS = Path.of("/sys/class/infiniband");
    /** The unit of the counters of data: InfiniBand Architecture Specification, PortXmitData. */
    private static final long BYTES_PER_COUNT = 4;

    private RdmaDevices() {}

    /** Ports that are up, each as {@code mlx5_0:1 (InfiniBand, 200 Gb/sec)}. */
    public static List<String> active() {
        return active(CLASS);
    }

    static List<String> active(Path devices) {
        List<String> found = new ArrayList<>();
        for (Path device : children(devices)) {
            for (Path port : children(device.resolve("ports"))) {
                if (read(port.resolve("state")).contains("ACTIVE")) {
                    found.add(device.getFileName() + ":" + port.getFileName() + " (" + read(port.resolve("link_layer"))
                            + ", " + read(port.resolve("rate")).replaceFirst(" *\\(.*", "") + ")");
                }
            }
        }
        return found;
    }

    /**
     * Bytes that all active ports have sent by RDMA since they came up; -1 where a counter cannot be read. Of Ethernet
     * ports the kernel counts here what goes by RDMA only.
     */
    public static long sentBytes() {
        return sentBytes(CLASS);
    }

    static long sentBytes(Path devices) {
        long sum = 0;
        for (Path device : children(devices)) {
            for (Path port : children(device.resolve("ports"))) {
                if (read(port.resolve("state")).contains("ACTIVE")) {
                    String counted = read(port.resolve("counters").resolve("port_xmit_data"));
                    if (!counted.matches("[0-9]{1,18}")) {
                        return -1;
                    }
                    sum += BYTES_PER_COUNT * Long.parseLong(counted);
                }
            }
        }
        return sum;
    }

    static List<String> names(Path devices) {
        return children(devices).stream()
                .map(device -> String.valueOf(device.getFileName()))
                .toList();
    }

    private static List<Path> children(Path folder) {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            children.forEach(found::add);
        } catch (IOException unreadable) {
            return found;
        }
        found.sort(null);
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException nobodySays) {
            return "";
        }
    }
}
