package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.TransferDone;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the server role knows of one request id, apart from its lookups. */
final class ServerRequest {
    final String id;
    final Map<Long, Round> rounds = new LinkedHashMap<>();
    /** PD supply that no round owns, where rounds count within the session. */
    final Map<BlockKey, Supply> pdSupply = new LinkedHashMap<>();
    /** Writes of this id in flight, of whatever round. */
    int running;
    /** Aborts of this id that still drain. */
    int aborts;
    /** Rounds that were aborted and whose writes still run. */
    final Set<Long> draining = new LinkedHashSet<>();
    /** Answers to rounds that were fetched again meanwhile: told when nothing of that number can land any more. */
    final Map<Long, TransferDone> heldAnswers = new LinkedHashMap<>();
    /** Lookups of this id that wait or are parked. */
    int lookups;
    /** The producer will store nothing more: demand beyond the supply fails at once. */
    boolean producerFinished;

    ServerRequest(String id) {
        this.id = id;
    }

    boolean idle() {
        return rounds.isEmpty() && pdSupply.isEmpty() && running == 0 && aborts == 0 && lookups == 0;
    }

    /** Whether a peer waits for blocks that nobody has supplied. */
    boolean hasUnmetDemand() {
        for (Round round : rounds.values()) {
            if (!round.demanded.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(id)
                .add((long) running)
                .add((long) aborts)
                .add((long) lookups)
                .add((long) heldAnswers.size())
                .add(producerFinished);
        for (Round round : rounds.values()) {
            round.digest(digest, nowNanos);
        }
        long sum = 0;
        for (Map.Entry<BlockKey, Supply> entry : pdSupply.entrySet()) {
            sum += new Digest()
                    .add(entry.getKey())
                    .add(entry.getValue().job().id)
                    .value();
        }
        digest.add(sum);
    }
}
