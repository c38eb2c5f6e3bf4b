package io.kvdrill.scenarios.run;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceEntry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What real writes moved from one peer to another: how much, how fast, and whether what was read of it was what it should
 * be. A write takes from its posting until its writer finds out that it has ended, so small ones look slow.
 */
public final class MovedBlocks {
    private static final BigDecimal BYTES_PER_GIGABYTE = BigDecimal.valueOf(1_000_000_000);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Two peers, by their ids.
     *
     * @param from who wrote
     * @param to whose memory
     */
    public record Pair(String from, String to) {}

    private record Posted(Pair pair, int blocks, long nanos) {}

    private static final class Sum {
        long blocks;
        long nanos;
    }

    private final Map<Long, Posted> posted = new LinkedHashMap<>();
    private final Map<Pair, Sum> moved = new LinkedHashMap<>();
    /** Blocks that engines read, by peer; and those of them that were wrong. */
    private final Map<String, Long> read = new LinkedHashMap<>();

    private final Map<String, Long> wrong = new LinkedHashMap<>();

    private MovedBlocks() {}

    /**
     * A line for each pair of peers between which a write has ended well, in the order of their first writes.
     *
     * @param over what moved them
     */
    public static List<String> lines(RunResult result, String over) {
        MovedBlocks blocks = new MovedBlocks();
        result.trace().entries().forEach(blocks::see);
        PeerNames names = new PeerNames(result.world());
        long blockBytes = result.world().model().blockBytes();
        List<String> lines = new ArrayList<>();
        blocks.moved.forEach((pair, sum) -> lines.add(blocks.line(pair, sum, names, blockBytes, over)));
        return lines;
    }

    /** How many bytes have been written well, by pairs of peers in the order of their first writes. */
    public static Map<Pair, Long> bytes(RunResult result) {
        MovedBlocks blocks = new MovedBlocks();
        result.trace().entries().forEach(blocks::see);
        Map<Pair, Long> bytes = new LinkedHashMap<>();
        blocks.moved.forEach((pair, sum) ->
                bytes.put(pair, sum.blocks * result.world().model().blockBytes()));
        return bytes;
    }

    private void see(TraceEntry entry) {
        if (entry.event() instanceof FabricEvent.WritePosted write) {
            posted.put(
                    write.transfer(),
                    new Posted(
                            new Pair(entry.peer(), write.to()), write.remote().size(), entry.worldNanos()));
        } else if (entry.event() instanceof FabricEvent.TransferEnded ended) {
            Posted begun = posted.remove(ended.transfer());
            if (begun != null && ended.success()) {
                Sum sum = moved.computeIfAbsent(begun.pair(), pair -> new Sum());
                sum.blocks += begun.blocks();
                sum.nanos += entry.worldNanos() - begun.nanos();
            }
        } else if (entry.event() instanceof EngineEvent.BlocksRead some) {
            read.merge(entry.peer(), (long) some.wanted().size(), Long::sum);
            wrong.merge(entry.peer(), (long) some.wrongSlots().size(), Long::sum);
        }
    }

    private String line(Pair pair, Sum sum, PeerNames names, long blockBytes, String over) {
        String to = names.of(pair.to());
        long readOnes = read.getOrDefault(pair.to(), 0L);
        return "moved from " + names.of(pair.from()) + " to " + to + " over " + over + ": "
                + Texts.counted(sum.blocks, "block") + " of " + Texts.bytes(blockBytes) + " in "
                + Texts.about(sum.nanos) + " (" + gigabytes(sum.blocks * blockBytes, sum.nanos) + " GB/s); "
                + (readOnes == 0 ? to + " read none" : verified(to, readOnes, wrong.getOrDefault(pair.to(), 0L)));
    }

    private static String verified(String reader, long read, long wrong) {
        return "of " + Texts.counted(read, "block") + " that " + reader + " read "
                + (wrong == 0 ? "all are verified" : Texts.count(wrong) + " are WRONG");
    }

    private static String gigabytes(long bytes, long nanos) {
        return BigDecimal.valueOf(bytes)
                .multiply(BigDecimal.valueOf(NANOS_PER_SECOND))
                .divide(BigDecimal.valueOf(Math.max(1, nanos)), 3, RoundingMode.HALF_UP)
                .divide(BYTES_PER_GIGABYTE, 3, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
