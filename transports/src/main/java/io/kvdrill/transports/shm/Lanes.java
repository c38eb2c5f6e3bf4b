package io.kvdrill.transports.shm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a region's owner keeps writers out. Each registration of a writer has a lane in the region that it writes to:
 *
 * <pre>
 *  0  token: random, not 0; 0 marks a free lane
 *  8  life of the writer
 * 16  busy: the token while a chunk is being copied, else 0
 * 24  revoked: the token that may no longer copy
 * 32  the writer's process: number, start, namespace
 * </pre>
 *
 * <p>A writer says that it is busy and then looks whether it is revoked; the owner revokes and then looks whether the
 * writer is busy. Both use volatile accesses, so at least one sees the other: once a revoked lane is not busy, nothing of
 * it lands any more. A writer that died while busy counts as idle when its process is known to be over; one that was
 * stopped keeps the owner waiting.
 */
final class Lanes {
    private static final int LIFE = 8;
    private static final int BUSY = 16;
    private static final int REVOKED = 24;
    private static final int PROCESS = 32;

    private final BlockFile file;

    Lanes(BlockFile file) {
        this.file = file;
    }

    /** A lane of a writer. */
    record Lane(int at, long token) {}

    // ---- writers -------------------------------------------------------------------------------------------------

    /** Takes a lane, from a dead writer if need be; null if there is none. */
    @Nullable Lane claim(long token, long life, ProcessLife self) {
        Lane free = claimFirst(token, life, self, (at, holder) -> holder == 0);
        return free != null ? free : claimFirst(token, life, self, (at, holder) -> evict(at, holder, self));
    }

    /** Takes the life off a dead writer's lane, which one claimer at most succeeds in. */
    private boolean evict(int at, long holder, ProcessLife self) {
        long life = file.get(at + LIFE);
        return holder != 0 && life != 0 && process(at, self).over(self) && file.change(at + LIFE, life, 0);
    }

    /** Whether a lane may be taken from its holder. */
    private interface Takeable {
        boolean test(int at, long holder);
    }

    private @Nullable Lane claimFirst(long token, long life, ProcessLife self, Takeable takeable) {
        for (int i = 0; i < RegionLayout.LANE_COUNT; i++) {
            int at = RegionLayout.LANES_AT + i * RegionLayout.LANE_BYTES;
            long holder = file.get(at);
            if (takeable.test(at, holder) && file.change(at, holder, token)) {
                file.set(at + LIFE, 0);
                file.set(at + BUSY, 0);
                file.set(at + REVOKED, 0);
                file.set(at + PROCESS, self.pid());
                file.set(at + PROCESS + 8, self.startMillis());
                file.set(at + PROCESS + 16, self.namespace());
                file.set(at + LIFE, life);
                return new Lane(at, token);
            }
        }
        return null;
    }

    /** Begins a chunk; false if the lane was revoked, and then nothing may be copied. */
    boolean enter(Lane lane) {
        file.set(lane.at() + BUSY, lane.token());
        if (file.get(lane.at() + REVOKED) == lane.token()
                || file.get(lane.at()) != lane.token()
                || file.get(RegionLayout.CLOSED_AT) != 0) {
            leave(lane);
            return false;
        }
        return true;
    }

    /** Ends a chunk. */
    void leave(Lane lane) {
        file.set(lane.at() + BUSY, 0);
    }

    void release(Lane lane) {
        file.set(lane.at() + LIFE, 0);
        file.change(lane.at(), lane.token(), 0);
    }

    // ---- the owner -----------------------------------------------------------------------------------------------

    /** Keeps a writer out, in all registrations that it has now. */
    Revocation revoke(long life) {
        Revocation revocation = new Revocation();
        for (int i = 0; i < RegionLayout.LANE_COUNT; i++) {
            int at = RegionLayout.LANES_AT + i * RegionLayout.LANE_BYTES;
            long token = file.get(at);
            if (token != 0 && file.get(at + LIFE) == life) {
                file.set(at + REVOKED, token);
                revocation.lanes.add(new Lane(at, token));
            }
        }
        return revocation;
    }

    /** Lanes that were revoked. */
    final class Revocation {
        private final List<Lane> lanes = new ArrayList<>();

        /** Whether nothing lands any more. */
        boolean complete(ProcessLife self) {
            lanes.removeIf(lane -> file.get(lane.at() + BUSY) != lane.token()
                    || file.get(lane.at()) != lane.token()
                    || process(lane.at(), self).over(self));
            return lanes.isEmpty();
        }
    }

    /** The writer's process; it runs on our host, or it could not have the file. */
    private ProcessLife process(int at, ProcessLife self) {
        return new ProcessLife(
                file.get(at + PROCESS),
                file.get(at + PROCESS + 8),
                file.get(at + PROCESS + 16),
                self.bootHigh(),
                self.bootLow());
    }
}
