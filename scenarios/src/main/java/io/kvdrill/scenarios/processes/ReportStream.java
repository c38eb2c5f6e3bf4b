package io.kvdrill.scenarios.processes;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a process says to its runner: by a descriptor of its own, for libraries print to the standard output whatever they
 * like (UCX does, with its log).
 */
final class ReportStream {
    /** The descriptor, which the process is started with. */
    static final int DESCRIPTOR = 3;

    private final OutputStream out;

    /** Opened where this process was started with one. */
    ReportStream() {
        try {
            this.out = new FileOutputStream("/proc/self/fd/" + DESCRIPTOR);
        } catch (FileNotFoundException e) {
            throw new UncheckedIOException("this process was started without a way to its runner", e);
        }
    }

    /** Written at once, and by one call: what was said before a process is killed has been said. */
    void say(Report report) {
        try {
            out.write((Wire.write(report) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException gone) {
            throw new UncheckedIOException("the runner is gone", gone);
        }
    }
}
