package io.kvdrill.core.manager;

import io.kvdrill.core.time.Deadline;

/** A deadline of the manager itself; judged in a sweep after the sessions were polled. */
abstract class ManagerDeadline extends Deadline {
    abstract void expire(long nowNanos);
}
