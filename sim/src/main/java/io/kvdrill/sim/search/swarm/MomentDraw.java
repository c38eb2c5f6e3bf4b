package io.kvdrill.sim.search.swarm;

import static io.kvdrill.sim.search.swarm.Draw.MILLI;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Moment;
import java.util.List;

/** When things happen: at a time, at the edge of a deadline, or right after something else. */
final class MomentDraw {
    /** Where a fault can strike between two things that the tier does. */
    private static final List<String> EVENTS = List.of(
            "session_opened",
            "session_ready",
            "session_died",
            "registration_started",
            "registration_settled",
            "message_queued",
            "probe_registered",
            "load_started",
            "load_timed_out",
            "load_aborting",
            "load_ended",
            "lookup_enqueued",
            "lookup_answered",
            "hits_pinned",
            "supply_filed",
            "demand_received",
            "write_started",
            "write_posted",
            "write_refused",
            "blocks_landed",
            "transfer_landed",
            "write_ended",
            "round_ended",
            "abort_parked",
            "abort_acknowledged",
            "store_parked",
            "parked_stores_reaped",
            "request_bound",
            "request_closed",
            "fence_started",
            "slots_quarantined");

    private static final String LOOKUP = Message.Type.LOOKUP.wireName();
    private static final String FETCH = Message.Type.FETCH.wireName();

    /** A round is aborted while it is written. */
    static final String ABORTING = "abort_parked";

    /** A write begins. */
    static final String WRITING = "write_started";

    private static final List<String> SERVING = List.of(
            "lookup_enqueued",
            "hits_pinned",
            "lookup_answered",
            "supply_filed",
            "demand_received",
            WRITING,
            WRITING,
            ABORTING,
            ABORTING,
            "store_parked");

    private final Draw draw;
    private final Dice dice;

    MomentDraw(Draw draw, Dice dice) {
        this.draw = draw;
        this.dice = dice;
    }

    /** When a fault strikes. */
    Moment ofFault() {
        int edges = draw.has(Feature.EDGES) && !draw.deadlines.isEmpty() ? 3 : 0;
        int boundaries = draw.has(Feature.BOUNDARIES) ? 5 : 0;
        return switch (dice.weighted(2, edges, boundaries, 3)) {
            case 1 -> edge();
            case 2 -> boundary();
            case 3 -> new Moment.Relative("r" + dice.between(0, draw.requests - 1), dice.magnitude(1_000, 200 * MILLI));
            default -> Moment.at(time());
        };
    }

    /** Some time while requests come, or a while after; sometimes before. */
    long time() {
        long from = dice.oneIn(4) ? 0 : draw.beginNanos;
        return dice.oneIn(8) ? 0 : from + dice.magnitude(MILLI, 2 * draw.horizonNanos);
    }

    /** On a deadline, a nanosecond beside it, or so that a message sent then arrives there. */
    Moment edge() {
        long offset = dice.between(-1, 1);
        if (dice.oneIn(3)) {
            offset -= draw.controlDelayNanos;
        } else if (dice.oneIn(4)) {
            offset += dice.any(-1, 1) * dice.magnitude(1_000, 50 * MILLI);
        }
        return new Moment.Edge(
                dice.any(draw.deadlines).name(), dice.coin() ? null : draw.peer(dice), dice.few(1, 4), offset);
    }

    private Moment boundary() {
        Boundary boundary = switch (dice.weighted(3, 1, 1)) {
            case 1 -> Boundary.sent(type());
            case 2 -> Boundary.received(type());
            default -> Boundary.of(dice.any(EVENTS));
        };
        if (dice.coin()) {
            boundary = boundary.at(draw.peer(dice));
        }
        long delay = dice.oneIn(3) ? draw.length(dice, 1, 20 * Draw.SECOND) : 0;
        return new Moment.After(boundary, dice.few(1, 5), delay, null);
    }

    /** When a peer has just asked for blocks: whom it asked may hear of that, and of what befalls it, at once. */
    Moment afterAsking() {
        Boundary boundary = Boundary.sent(dice.oneIn(3) ? LOOKUP : FETCH).at(draw.peer(dice));
        return new Moment.After(boundary, dice.few(1, 3), dice.coin() ? 0 : dice.magnitude(1, MILLI), null);
    }

    /** Whether this is when a peer has just asked for blocks. */
    static boolean isOfAsking(Moment moment, String peer) {
        return moment instanceof Moment.After after
                && peer.equals(after.after().where())
                && (after.after().event().equals(Boundary.sent(LOOKUP).event())
                        || after.after().event().equals(Boundary.sent(FETCH).event()));
    }

    /** The same moment, of one request. */
    static Moment ofAskingFor(Moment moment, String kvRequest) {
        return moment instanceof Moment.After after
                ? new Moment.After(
                        after.after().with("message.request", kvRequest), 1, after.delayNanos(), after.before())
                : moment;
    }

    /** While a peer works for another. */
    Moment whileServing() {
        boolean aborts = draw.has(Feature.LONG_WRITES)
                && (draw.has(Feature.IMPATIENT_CLIENTS) || draw.has(Feature.RETRIES))
                && dice.oneIn(3);
        String event = aborts ? ABORTING : dice.oneIn(3) ? WRITING : dice.any(SERVING);
        return new Moment.After(
                Boundary.of(event),
                aborts ? 1 : dice.few(1, 3),
                dice.coin() ? 0 : dice.magnitude(1, 50 * Draw.MILLI),
                null);
    }

    /** The same moment, where it is one of serving, for one request only. */
    static Moment about(Moment moment, String kvRequest) {
        return moment instanceof Moment.After after
                        && SERVING.contains(after.after().event())
                ? new Moment.After(
                        new Boundary(
                                after.after().event(),
                                after.after().where(),
                                List.of(new Boundary.Filter("request", kvRequest))),
                        Math.min(2, after.nth()),
                        after.delayNanos(),
                        after.before())
                : moment;
    }

    /** The wire name of any message. */
    String type() {
        return dice.any(Message.Type.values()).wireName();
    }
}
