package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.protocol.BlockKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the client role knows of one request id: its probes and its loads. */
final class ClientRequest {

    /** What is known of one key. */
    enum Answer {
        UNKNOWN,
        HIT,
        MISS
    }

    private static final long NO_ROUND = -1;

    final String id;
    final Map<BlockKey, Answer> probes = new LinkedHashMap<>();
    final Map<Long, Load> loads = new LinkedHashMap<>();
    private List<BlockKey> unsent = new ArrayList<>();
    /** Lookups on the wire that name a key, where answers carry no round. */
    private final Map<BlockKey, Integer> outstanding = new LinkedHashMap<>();

    private int unanswered;
    private long round;
    private boolean roundAllocated;
    private long ownRounds;
    boolean probed;
    boolean lookupOpen;

    @Nullable SessionDeadline progressDeadline;

    long progressSinceNanos;

    ClientRequest(String id) {
        this.id = id;
    }

    @Nullable Answer probe(BlockKey key) {
        return probes.get(key);
    }

    void register(BlockKey key) {
        probes.put(key, Answer.UNKNOWN);
        unanswered++;
        unsent.add(key);
        probed = true;
    }

    /** Notes an answer; true if the probe had none before. */
    boolean resolve(BlockKey key, boolean hit) {
        Answer before = probes.put(key, hit ? Answer.HIT : Answer.MISS);
        if (before == Answer.UNKNOWN) {
            unanswered--;
            return true;
        }
        return false;
    }

    int unanswered() {
        return unanswered;
    }

    boolean confirmed(List<BlockKey> keys) {
        for (BlockKey key : keys) {
            if (probes.get(key) != Answer.HIT) {
                return false;
            }
        }
        return true;
    }

    boolean hasUnsent() {
        return !unsent.isEmpty();
    }

    List<BlockKey> takeUnsent() {
        List<BlockKey> taken = unsent;
        unsent = new ArrayList<>();
        return taken;
    }

    void clearProbes() {
        probes.clear();
        unanswered = 0;
        probed = false;
    }

    void dropUnsent() {
        unsent.clear();
    }

    void lookupSent(List<BlockKey> keys) {
        for (BlockKey key : keys) {
            outstanding.merge(key, 1, Integer::sum);
        }
    }

    /** Counts an answer to a key down; true if no older lookup for it is still on the wire. */
    boolean lookupAnswered(BlockKey key) {
        Integer count = outstanding.get(key);
        if (count == null) {
            return true;
        }
        if (count == 1) {
            outstanding.remove(key);
            return true;
        }
        outstanding.put(key, count - 1);
        return false;
    }

    void forgetOutstanding() {
        outstanding.clear();
    }

    /** The current round, allocated by {@code allocate} where it has none. */
    long round(RoundAllocator allocate) {
        if (!roundAllocated) {
            round = allocate.next(this);
            roundAllocated = true;
        }
        return round;
    }

    /** The current round, or -1 where none was allocated since the last fetch. */
    long allocatedRound() {
        return roundAllocated ? round : NO_ROUND;
    }

    void nextRound() {
        roundAllocated = false;
    }

    long takeOwnRound() {
        return ownRounds++;
    }

    /** Whether it neither probes nor loads. */
    boolean idle() {
        return loads.isEmpty() && probes.isEmpty() && unsent.isEmpty() && outstanding.isEmpty();
    }

    boolean hasLiveLoad() {
        for (Load load : loads.values()) {
            if (load.live()) {
                return true;
            }
        }
        return false;
    }

    /** Gives out rounds. */
    interface RoundAllocator {
        long next(ClientRequest request);
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(id).add(probed).add(lookupOpen).add(allocatedRound()).add(ownRounds);
        long sum = 0;
        for (Map.Entry<BlockKey, Answer> probe : probes.entrySet()) {
            sum += new Digest().add(probe.getKey()).add(probe.getValue()).value();
        }
        for (Map.Entry<BlockKey, Integer> entry : outstanding.entrySet()) {
            sum += new Digest().add(entry.getKey()).add((long) entry.getValue()).value();
        }
        digest.add(sum);
        for (BlockKey key : unsent) {
            digest.add(key);
        }
        for (Load load : loads.values()) {
            load.digest(digest, nowNanos);
        }
        digest.add(progressDeadline != null && progressDeadline.armed() ? progressDeadline.dueNanos() - nowNanos : -1);
    }
}
