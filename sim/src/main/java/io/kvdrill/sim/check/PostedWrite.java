package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.fabric.FabricEvent;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** A write from its posting until it is over, for I2. */
final class PostedWrite {

    /** How a slot may be misused while the write goes on. */
    enum Breach {
        RELEASED,
        REUSED,
        LANDED,
        UNPINNED
    }

    final long transfer;
    final Site from;
    final int fromLife;
    /** Whose slots it may change; null where that memory is gone or has shut it out. */
    final @Nullable Site to;

    final int toLife;
    final SlotList local;
    final SlotList remote;
    final long posted;
    /** Whether its target has shut it out, though its own end may not know yet. */
    boolean fencedOff;
    /** Empty until the tier says what it is for. */
    String request = "";

    private final EnumSet<Breach> breaches = EnumSet.noneOf(Breach.class);

    PostedWrite(FabricEvent.WritePosted event, Site from, @Nullable Site to, long posted) {
        this.transfer = event.transfer();
        this.from = from;
        this.fromLife = from.life;
        this.to = to;
        this.toLife = to == null ? 0 : to.life;
        this.local = event.local();
        this.remote = event.remote();
        this.posted = posted;
    }

    /** Whether its bytes may still come to slots of this life of a peer. */
    boolean mayLandAt(Site target) {
        return to == target && toLife == target.life && !fencedOff;
    }

    /** Whether a life of a peer, as the fabric names it, posted it. */
    boolean isOf(String life) {
        return life.equals(from.id + "#" + fromLife);
    }

    /** Whether this kind of breach is new for it: one report of each kind says enough. */
    boolean first(Breach breach) {
        return breaches.add(breach);
    }
}
