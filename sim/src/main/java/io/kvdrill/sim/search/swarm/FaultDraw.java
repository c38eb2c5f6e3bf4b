package io.kvdrill.sim.search.swarm;

import static io.kvdrill.sim.search.swarm.Draw.MILLI;
import static io.kvdrill.sim.search.swarm.Draw.SECOND;

import io.kvdrill.sim.search.swarm.Feature.Kind;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What goes wrong, and when the world heals. */
final class FaultDraw {
    /** Not the one that corrupts: no protocol notices that, and I11 says so under any profile. */
    private static final List<Fault.WriteFate> WRITE_FATES =
            List.copyOf(EnumSet.complementOf(EnumSet.of(Fault.WriteFate.CORRUPTED)));

    private static final List<Fault.HostileFrame> ANY_FRAME = List.of(Fault.HostileFrame.values());

    private static final List<Fault.HostileFrame> FETCHES = List.of(
            Fault.HostileFrame.FETCH,
            Fault.HostileFrame.DUPLICATE_KEYS,
            Fault.HostileFrame.SLOTS_OUT_OF_RANGE,
            Fault.HostileFrame.TERMINAL_FETCH);

    /** What goes as far into a tier as the words of a peer. */
    private static final List<Fault.HostileFrame> WELL_FORMED = List.of(
            Fault.HostileFrame.FETCH,
            Fault.HostileFrame.DUPLICATE_KEYS,
            Fault.HostileFrame.SLOTS_OUT_OF_RANGE,
            Fault.HostileFrame.TERMINAL_FETCH,
            Fault.HostileFrame.TERMINAL_FETCH,
            Fault.HostileFrame.LOOKUP,
            Fault.HostileFrame.LOOKUP);

    private static final List<Fault.HostileFrame> VIOLATIONS = List.of(
            Fault.HostileFrame.DUPLICATE_KEYS,
            Fault.HostileFrame.SLOTS_OUT_OF_RANGE,
            Fault.HostileFrame.BAD_FETCH,
            Fault.HostileFrame.BAD_CONNECT,
            Fault.HostileFrame.OVERSIZED);

    /** Of a profile whose timeouts were divided by as much as the grammar does. */
    private static final long SHORTEST_HANDSHAKE_TIMEOUT = 30 * SECOND / 64;

    static final String STRANGER = "10.6.6.6:1";
    static final String NO_ADDRESS = "nobody";

    private final Draw draw;
    private final Dice dice;
    private final MomentDraw moments;
    private final List<Feature> kinds;
    private final List<String> names = new ArrayList<>();
    private final List<String> free = new ArrayList<>();

    FaultDraw(Draw draw) {
        this.draw = draw;
        this.dice = draw.dice("faults");
        this.moments = new MomentDraw(draw, dice);
        this.kinds = Feature.of(Kind.FAULTS).stream()
                .filter(draw::has)
                .filter(kind -> draw.peers.size() > 1 || alone(kind))
                .toList();
    }

    /** The names of the faults that wait for no request, once they are drawn. */
    List<String> free() {
        return free;
    }

    void addTo(WorldBuilder world) {
        int most = draw.grammar.maxFaults();
        if (kinds.isEmpty() || most == 0) {
            return;
        }
        boolean busyImpostor = kinds.contains(Feature.HOSTILE_FRAMES) && dice.coin();
        int some = dice.coin() ? dice.few(1, Math.max(2, kinds.size())) : dice.between(1, most);
        int count = busyImpostor ? most : Math.min(most, some);
        for (int i = 0; i < count; i++) {
            boolean after = i > 0 && dice.oneIn(5);
            String before = after ? dice.any(names) : "";
            Feature kind = i < kinds.size() ? kinds.get(i) : dice.any(kinds);
            boolean farewell = !after && partsPeers(kind) && draw.has(Feature.BOUNDARIES) && dice.oneIn(3);
            Moment at = after
                    ? new Moment.Relative(before, draw.length(dice, 1, 40 * SECOND))
                    : farewell ? moments.afterAsking() : moment(kind);
            String asker = peerOf(at);
            Fault fault = fault(kind, at, farewell ? asker : null);
            if (waitsForItsPrey(fault) && dice.coin()) {
                after = false;
                at = Moment.at(0);
            }
            boolean waitsForNoRequest = after ? free.contains(before) : !(at instanceof Moment.Relative);
            add(world, at, fault, waitsForNoRequest);
            if (farewell && names.size() < most && draw.has(Feature.WRITE_FAULTS)) {
                add(world, Moment.at(0), refused(asker), true);
            }
            if (names.size() < most && (dice.coin() || asks(fault))) {
                if (fault instanceof Fault.SendFrame frame) {
                    long pause = dice.magnitude(1, dice.coin() ? MILLI : 20 * MILLI);
                    add(world, new Moment.Relative(last(), pause), another(frame), false);
                } else if (fault instanceof Fault.Writes writes) {
                    add(world, at, another(writes), waitsForNoRequest);
                } else if (at instanceof Moment.After then && canStrikeAgain(fault)) {
                    Moment next = new Moment.After(then.after(), then.nth() + 1, then.delayNanos(), then.before());
                    add(world, next, fault, true);
                }
            }
        }
        if (kinds.contains(Feature.HOSTILE_FRAMES) && names.size() < most && draw.peers.size() > 1) {
            introduceTwice(world, draw.dice("introductions"));
        }
    }

    /** While a peer registers another, somebody speaks up in that one's name: it announces itself anew, or acknowledges. */
    private void introduceTwice(WorldBuilder world, Dice own) {
        if (own.oneIn(3)) {
            String peer = draw.peer(own);
            Moment at = new Moment.After(
                    Boundary.of("registration_started").at(peer), own.few(1, 2), own.magnitude(1, MILLI), null);
            Fault.HostileFrame frame = own.coin() ? Fault.HostileFrame.CONNECT : Fault.HostileFrame.CONNECT_ACK;
            add(world, at, new Fault.SendFrame(draw.peerBut(own, peer), peer, frame), true);
        }
    }

    /** Whether faults of this kind take a peer away, or make it part with another. */
    private static boolean partsPeers(Feature kind) {
        return switch (kind) {
            case KILLS, RESTARTS, POWER_LOSS, CONNECTION_LOSS, HOSTILE_FRAMES -> true;
            default -> false;
        };
    }

    private Fault hostile(Moment at, String peer, String other, @Nullable String asker) {
        if (asker != null) {
            return lastWords(asker);
        }
        if (FrameAim.waitsFor(MomentDraw.ABORTING, at) && !dice.oneIn(4)) {
            // The round that is given up is wanted again; most are the first between two peers.
            long round = dice.oneIn(4) ? dice.few(1, 3) : 0;
            return new Fault.SendFrame(other, peer, Fault.HostileFrame.FETCH, anyRequest(), round);
        }
        if (FrameAim.waitsFor(MomentDraw.WRITING, at) && dice.coin()) {
            return new Fault.SendFrame(other, peer, Fault.HostileFrame.TERMINAL_FETCH, anyRequest(), 0);
        }
        return credible(new Fault.SendFrame(
                sender(peer, other),
                peer,
                dice.any(dice.coin() ? WELL_FORMED : ANY_FRAME),
                dice.oneIn(3) ? null : anyRequest(),
                dice.few(0, 3)));
    }

    private String anyRequest() {
        return "r" + dice.between(0, draw.requests - 1);
    }

    /** What ends the session with a peer that has just asked: something no peer would say, as it seems by that peer. */
    private Fault lastWords(String asker) {
        String asked = draw.peers.size() > 1 ? draw.peerBut(dice, asker) : asker;
        return new Fault.SendFrame(asker, asked, dice.any(VIOLATIONS));
    }

    /** Nothing can be written to a peer that leaves once it has asked. */
    private static Fault refused(@Nullable String to) {
        return new Fault.Writes(new Fault.WriteMatch(null, to, 0), Fault.WriteFate.REFUSED, 0);
    }

    /** Trouble that comes each time. */
    private static boolean canStrikeAgain(Fault fault) {
        return fault instanceof Fault.ResetConnection
                || fault instanceof Fault.DropConnection
                || fault instanceof Fault.Restart
                || fault instanceof Fault.StallStep
                || fault instanceof Fault.ResetCache;
    }

    private static boolean asks(Fault fault) {
        return fault instanceof Fault.SendFrame frame && frame.frame() == Fault.HostileFrame.LOOKUP;
    }

    /** Impostors wait for something to interfere with. */
    private Moment moment(Feature kind) {
        return kind == Feature.HOSTILE_FRAMES && !dice.oneIn(4) ? moments.whileServing() : moments.ofFault();
    }

    /** What has just happened at a peer is often what goes wrong there. */
    private @Nullable String where(Moment at) {
        return at instanceof Moment.After && !dice.oneIn(4) ? peerOf(at) : null;
    }

    /** Where it happens that a moment waits for; null for anywhere, or for nothing. */
    private static @Nullable String peerOf(Moment at) {
        return at instanceof Moment.After after ? after.after().where() : null;
    }

    /** Faults of what comes next, whenever that is: they can strike at once. */
    private static boolean waitsForItsPrey(Fault fault) {
        return fault instanceof Fault.Writes
                || fault instanceof Fault.DropMessage
                || fault instanceof Fault.DelayMessages
                || fault instanceof Fault.Registrations;
    }

    private void add(WorldBuilder world, Moment at, Fault fault, boolean waitsForNoRequest) {
        String name = "f" + names.size();
        world.fault(spec(name, at, fault));
        names.add(name);
        if (waitsForNoRequest) {
            free.add(name);
        }
    }

    private String last() {
        return names.get(names.size() - 1);
    }

    private static boolean alone(Feature kind) {
        return switch (kind) {
            case KILLS, RESTARTS, POWER_LOSS, SHUTDOWNS, CACHE_RESETS, PAUSES, CLOCK_JUMPS, HOSTILE_FRAMES -> true;
            default -> false;
        };
    }

    private FaultSpec spec(String name, Moment at, Fault fault) {
        // A delay longer than the handshake timeout, and without an end, lets two peers shake hands for ever.
        boolean mustEnd = fault instanceof Fault.HoldMessages
                || (fault instanceof Fault.DelayMessages delay && delay.nanos() >= SHORTEST_HANDSHAKE_TIMEOUT);
        boolean ends = lasting(fault) && (mustEnd || !dice.oneIn(4));
        long before = at instanceof Moment.At ? draw.beginNanos : 0;
        return new FaultSpec(name, at, ends ? before + draw.length(dice, MILLI, 100 * SECOND) : null, null, fault);
    }

    private static boolean lasting(Fault fault) {
        return fault instanceof Fault.Pause
                || fault instanceof Fault.Partition
                || fault instanceof Fault.DelayMessages
                || fault instanceof Fault.HoldMessages
                || fault instanceof Fault.Registrations
                || (fault instanceof Fault.DropMessage drop && drop.nth() == 0)
                || (fault instanceof Fault.Writes writes
                        && (writes.match().nth() == 0 || writes.fate() == Fault.WriteFate.STALLS));
    }

    /**
     * A fault, mostly about the peer of its moment.
     *
     * @param asker the peer that has just asked another one for blocks; null where that is not what the moment is
     */
    private Fault fault(Feature kind, Moment at, @Nullable String asker) {
        @Nullable String where = where(at);
        String peer = where == null ? draw.peer(dice) : where;
        String other = draw.peers.size() > 1 ? draw.peerBut(dice, peer) : peer;
        return switch (kind) {
            case KILLS -> new Fault.Kill(peer, plane(3));
            case RESTARTS -> new Fault.Restart(peer, dice.oneIn(4) ? 0 : draw.length(dice, MILLI, 60 * SECOND));
            case POWER_LOSS -> new Fault.PowerOff(peer);
            case SHUTDOWNS -> new Fault.ShutDown(peer);
            case CACHE_RESETS -> new Fault.ResetCache(peer);
            case PAUSES ->
                dice.coin() ? new Fault.Pause(peer) : new Fault.StallStep(peer, draw.length(dice, MILLI, 60 * SECOND));
            case PARTITIONS -> new Fault.Partition(peer, dice.coin() ? other : null, plane(1), dice.oneIn(3));
            case CONNECTION_LOSS ->
                dice.coin() ? new Fault.ResetConnection(peer, other) : new Fault.DropConnection(peer, other);
            // Messages of one type only are never held: others would overtake them, which ZeroMQ does not let happen.
            case LATE_MESSAGES ->
                dice.coin()
                        ? new Fault.DelayMessages(match(peer, other), draw.length(dice, MILLI, 60 * SECOND))
                        : new Fault.HoldMessages(new Fault.MessageMatch(peer, dice.coin() ? other : null, null, null));
            case LOST_MESSAGES -> new Fault.DropMessage(match(peer, other), dice.oneIn(3) ? 0 : dice.few(1, 4));
            case REGISTRATION_FAULTS ->
                new Fault.Registrations(
                        peer,
                        dice.coin() ? other : null,
                        dice.any(Fault.RegistrationFate.values()),
                        draw.length(dice, MILLI, 60 * SECOND));
            case WRITE_FAULTS ->
                new Fault.Writes(
                        new Fault.WriteMatch(dice.oneIn(4) ? peer : null, null, dice.coin() ? 0 : dice.few(1, 3)),
                        dice.any(WRITE_FATES),
                        draw.length(dice, MILLI, 60 * SECOND));
            case HOSTILE_FRAMES -> hostile(at, peer, other, asker);
            case CLOCK_JUMPS ->
                dice.coin()
                        ? new Fault.StepClock(peer, draw.length(dice, 1, 100 * SECOND))
                        : new Fault.DriftClock(peer, dice.between(-2_000, 2_000));
            default -> throw new IllegalArgumentException(kind + " is no kind of fault");
        };
    }

    /** What the same impostor says next; after a lookup often a fetch, as a peer would. */
    private Fault.SendFrame another(Fault.SendFrame frame) {
        Fault.HostileFrame next = dice.any(asks(frame) && !dice.oneIn(4) ? FETCHES : ANY_FRAME);
        return credible(new Fault.SendFrame(frame.as(), frame.to(), next, frame.request(), frame.round()));
    }

    /** What becomes of one or more of the same writes besides: long ones that fail, and fail while others run. */
    private Fault.Writes another(Fault.Writes writes) {
        return new Fault.Writes(
                new Fault.WriteMatch(
                        writes.match().from(),
                        writes.match().to(),
                        writes.match().nth() == 0 ? dice.few(1, 3) : 0),
                dice.any(WRITE_FATES),
                draw.length(dice, MILLI, 60 * SECOND));
    }

    /**
     * Nobody aborts in another peer's name: the acknowledgement would go to that peer, which could not tell it from the one
     * for a round that it fetches meanwhile.
     */
    private static Fault.SendFrame credible(Fault.SendFrame frame) {
        return frame.frame() == Fault.HostileFrame.ABORT
                ? new Fault.SendFrame(STRANGER, frame.to(), frame.frame(), frame.request(), frame.round())
                : frame;
    }

    /** Whom a frame claims to come from. */
    private String sender(String receiver, String other) {
        return switch (dice.weighted(5, 2, 1, 1)) {
            case 0 -> other.equals(receiver) ? STRANGER : other;
            case 1 -> STRANGER;
            case 2 -> receiver;
            default -> NO_ADDRESS;
        };
    }

    private Fault.Plane plane(int both) {
        return switch (dice.weighted(1, 1, both)) {
            case 0 -> Fault.Plane.CONTROL;
            case 1 -> Fault.Plane.DATA;
            default -> Fault.Plane.BOTH;
        };
    }

    private Fault.MessageMatch match(String from, String to) {
        @Nullable String type = dice.oneIn(4) ? null : moments.type();
        return dice.oneIn(6)
                ? new Fault.MessageMatch(null, null, type, null)
                : new Fault.MessageMatch(from, dice.oneIn(3) ? null : to, type, null);
    }
}
