package io.kvdrill.transports.peers;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What this process holds of the system, as Linux tells it.
 *
 * @param descriptors sockets, pipes, epoll descriptors and files of regions that are open, by kind
 * @param otherDescriptors open files of other kinds: the JVM opens them as it needs them
 * @param threads ours, by what they are called
 * @param allThreads those of the JVM, too
 * @param regionMappings mappings of files of regions
 * @param allMappings those of the JVM, too
 * @param regionFiles files of regions in the directory
 */
record Resources(
        Map<String, Long> descriptors,
        long otherDescriptors,
        Map<String, Long> threads,
        long allThreads,
        long regionMappings,
        long allMappings,
        long regionFiles) {
    private static final Path SELF = Path.of("/proc/self");

    /** Looks now. What garbage holds is released before. */
    static Resources of(Path regions) throws IOException {
        System.gc();
        Map<String, Long> descriptors = new TreeMap<>();
        long others = 0;
        for (String target : links(SELF.resolve("fd"))) {
            String kind = target.startsWith(regions.toString()) ? "region" : target.replaceAll("\\[?[0-9]+]?$", "");
            if (kind.equals("region") || kind.matches("(socket|pipe|anon_inode):.*")) {
                descriptors.merge(kind, 1L, Long::sum);
            } else {
                others++;
            }
        }
        Map<String, Long> threads = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("kvdrill-")) {
                threads.merge(thread.getName().replaceAll("-?[0-9]+$", ""), 1L, Long::sum);
            }
        }
        List<String> maps = Files.readAllLines(SELF.resolve("maps"));
        return new Resources(
                descriptors,
                others,
                threads,
                count(SELF.resolve("task")),
                maps.stream().filter(line -> line.contains(regions.toString())).count(),
                maps.size(),
                count(regions));
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        }
    }

    private static List<String> links(Path folder) throws IOException {
        List<String> targets = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                try {
                    targets.add(Files.readSymbolicLink(entry).toString());
                } catch (NoSuchFileException closed) {
                    // Such as the one that reads this directory.
                }
            }
        }
        return targets;
    }
}
