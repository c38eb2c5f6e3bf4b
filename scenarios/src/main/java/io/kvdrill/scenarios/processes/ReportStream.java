package io.kvdrill.scenarios.processes;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The standard output of a process that reports to a runner. */
final class ReportStream {
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

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
