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
