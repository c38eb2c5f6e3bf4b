package io.kvdrill.core.session;

import io.kvdrill.core.transport.Registration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A write that was started and has not ended. */
final class RunningWrite {
    final long transfer;
    final ServerRequest request;
    final Round round;
    final int blocks;
    final List<StoreJob> jobs;
    final Registration registration;
    final long startedNanos;

    @Nullable SessionDeadline stallDeadline;

    long bytesSeen;

    RunningWrite(
            long transfer,
            ServerRequest request,
            Round round,
            int blocks,
            List<StoreJob> jobs,
            Registration registration,
            long startedNanos) {
        this.transfer = transfer;
        this.request = request;
        this.round = round;
        this.blocks = blocks;
        this.jobs = jobs;
        this.registration = registration;
        this.startedNanos = startedNanos;
    }
}
