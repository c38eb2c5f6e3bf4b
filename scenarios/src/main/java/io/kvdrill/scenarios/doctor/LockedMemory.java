package io.kvdrill.scenarios.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a process may lock, which an RDMA device asks for when a region is registered. */
public final class LockedMemory {
    /** No limit. */
    public static final long UNLIMITED = -1;
    /** Nobody says. */
    public static final long UNKNOWN = -2;

    private static final Pattern LINE = Pattern.compile("(?m)^Max locked memory +(\\S+)");

    private LockedMemory() {}

    /** The limit of this process in bytes, {@link #UNLIMITED} or {@link #UNKNOWN}. */
    public static long limit() {
        return limit(Path.of("/proc/self/limits"));
    }

    static long limit(Path limits) {
        try {
            Matcher found = LINE.matcher(Files.readString(limits));
            if (!found.find()) {
                return UNKNOWN;
            }
            return found.group(1).equals("unlimited") ? UNLIMITED : Long.parseLong(found.group(1));
        } catch (IOException | NumberFormatException nobodySays) {
            return UNKNOWN;
        }
    }
}
