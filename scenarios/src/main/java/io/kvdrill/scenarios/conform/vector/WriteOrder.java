package io.kvdrill.scenarios.conform.vector;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;

/** The order in which the accepted writes of a step get their labels (FORMAT.md section 7). */
public final class WriteOrder {
    private static final Comparator<List<BigInteger>> LEXICAL = (a, b) -> {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    };

    /** By peer, then by remote slots, then by local ones. */
    public static final Comparator<Effect.Write> BY_PLACE = Comparator.comparing(Effect.Write::peer)
            .thenComparing(WriteOrder::remote, LEXICAL)
            .thenComparing(WriteOrder::local, LEXICAL);

    private WriteOrder() {}

    private static List<BigInteger> remote(Effect.Write write) {
        return write.blocks().stream().map(Effect.Blocks::remote).toList();
    }

    private static List<BigInteger> local(Effect.Write write) {
        return write.blocks().stream().map(Effect.Blocks::local).toList();
    }
}
