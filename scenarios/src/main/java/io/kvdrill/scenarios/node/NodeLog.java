package io.kvdrill.scenarios.node;

import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.core.trace.TraceEvent;
import org.jspecify.annotations.Nullable;

/** What somebody who runs a node wants to read in its log: which peers it has, and why it lost one. The rest is in its trace. */
final class NodeLog {
    private NodeLog() {}

    /** A line for people; null for what is in the trace only. */
    static @Nullable String line(TraceEvent event) {
        if (event instanceof SessionReady up) {
            return up.peer() + " is a peer now";
        } else if (event instanceof PeerDown down) {
            return down.peer() + " is no peer any more: " + down.reason()
                    + (down.failedLoads() == 0 ? "" : "; loads that failed with it: " + down.failedLoads());
        } else if (event instanceof PeerIncompatible different) {
            return different.peer() + " cannot be a peer: " + different.difference();
        }
        return null;
    }
}
