package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.run.MovedBlocks;
import io.kvdrill.sim.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which way blocks took from one peer's memory into another's, as far as anybody can tell. NIXL does not say which transport
 * UCX chose, but what RDMA devices send is counted: where the writer's have not sent most of what it wrote, it went another
 * way.
 *
 * @param from the writer, by name
 * @param to whose memory, by name
 */
record WayTaken(String from, String to, Way way, Evidence evidence) {

    /** The ways that there are. */
    enum Way {
        /** Shared memory, for nothing else is used. */
        SHARED_MEMORY,
        /** By RDMA. */
        RDMA,
        /** Within a host, where UCX has several ways and nobody counts. */
        WITHIN_HOST,
        /** By TCP. */
        TCP,
        /** By RDMA or otherwise: there are devices, which do not count. */
        UNKNOWN
    }

    /**
     * What is known.
     *
     * @param overNixl whether NIXL moved the blocks
     * @param sameHost whether both have one shared memory
     * @param writerDevices active RDMA devices of the writer's host
     * @param readerDevices those of the reader's
     * @param writtenBytes what was written
     * @param sentBytes what the writer's devices have sent meanwhile; -1 where nobody knows
     */
    record Evidence(
            boolean overNixl,
            boolean sameHost,
            List<String> writerDevices,
            List<String> readerDevices,
            long writtenBytes,
            long sentBytes) {
        /** Keeps immutable copies. */
        Evidence {
            writerDevices = List.copyOf(writerDevices);
            readerDevices = List.copyOf(readerDevices);
        }

        /** What it says. */
        Way way() {
            if (!overNixl) {
                return Way.SHARED_MEMORY;
            } else if (!writerDevices.isEmpty() && sentBytes >= 0 && sentBytes >= writtenBytes / 2) {
                return Way.RDMA;
            } else if (!writerDevices.isEmpty() && sentBytes < 0) {
                return Way.UNKNOWN;
            }
            return sameHost ? Way.WITHIN_HOST : Way.TCP;
        }
    }

    WayTaken(String from, String to, Evidence evidence) {
        this(from, to, evidence.way(), evidence);
    }

    /** For the report, after something else; nothing where it is told already. */
    String told() {
        String pair = ", from " + from + " to " + to;
        return switch (way) {
            case SHARED_MEMORY -> "";
            case RDMA -> pair + " by RDMA (" + String.join(", ", evidence.writerDevices()) + ")";
            case WITHIN_HOST -> pair + " within one host, by UCX's shared memory or by TCP";
            case TCP -> pair + " by TCP";
            case UNKNOWN -> pair + " nobody knows whether by RDMA, for no device counts what it sends";
        };
    }

    /** What is wrong with it; null for nothing. */
    @Nullable String problem() {
        boolean rdmaPresent =
                !evidence.writerDevices().isEmpty() && !evidence.readerDevices().isEmpty();
        if (way != Way.TCP || !rdmaPresent) {
            return null;
        }
        return "blocks from " + from + " to " + to + " went by TCP, although both hosts have RDMA devices ("
                + String.join(", ", evidence.writerDevices()) + "; "
                + String.join(", ", evidence.readerDevices())
                + "): look at UCX_TLS and UCX_NET_DEVICES of both nodes and at their limits of locked memory (kvdrill"
                + " doctor), or let UCX_PROTO_INFO=y tell what UCX thinks";
    }

    /** What is wrong with some. */
    static List<String> problems(List<WayTaken> ways) {
        List<String> problems = new ArrayList<>();
        for (WayTaken way : ways) {
            String problem = way.problem();
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems;
    }

    /** Those of a run; without pairs of which one has not lived to the end, for nobody has counted for those. */
    static List<WayTaken> of(List<RealPeer> peers, RunResult result, boolean overNixl) {
        Map<String, RealPeer> byId = new LinkedHashMap<>();
        peers.forEach(peer -> byId.put(peer.spec().id(), peer));
        Map<MovedBlocks.Pair, Long> bytes = MovedBlocks.bytes(result);
        Map<String, Long> written = new LinkedHashMap<>();
        bytes.forEach((pair, some) -> written.merge(pair.from(), some, Long::sum));
        List<WayTaken> ways = new ArrayList<>();
        for (MovedBlocks.Pair pair : bytes.keySet()) {
            RealPeer from = byId.get(pair.from());
            RealPeer to = byId.get(pair.to());
            Report.Rdma began = from == null ? null : from.rdmaAtStart();
            Report.Last ended = from == null ? null : from.last();
            Report.Rdma reader = to == null ? null : to.rdmaAtStart();
            if (from != null && to != null && began != null && ended != null && reader != null) {
                boolean counted = began.sentBytes() >= 0 && ended.rdma().sentBytes() >= 0;
                ways.add(new WayTaken(
                        from.spec().name(),
                        to.spec().name(),
                        new Evidence(
                                overNixl,
                                began.memory().equals(reader.memory()),
                                began.devices(),
                                reader.devices(),
                                written.getOrDefault(pair.from(), 0L),
                                counted ? ended.rdma().sentBytes() - began.sentBytes() : -1)));
            }
        }
        return ways;
    }
}
