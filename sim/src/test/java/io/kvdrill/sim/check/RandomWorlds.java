package io.kvdrill.sim.check;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.SECOND;

import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Worlds with random requests and faults, the same for the same number. */
final class RandomWorlds {
    private static final List<String> BOUNDARIES = List.of(
            "load_started",
            "demand_received",
            "write_started",
            "write_posted",
            "blocks_landed",
            "transfer_landed",
            "write_ended",
            "round_ended",
            "load_timed_out",
            "load_aborting",
            "abort_parked",
            "abort_acknowledged",
            "lookup_enqueued",
            "lookup_answered",
            "hits_pinned",
            "store_parked",
            "request_bound",
            "session_opened",
            "session_ready",
            "registration_started",
            "session_died",
            "fence_started",
            "slots_quarantined");

    /** Not the one that corrupts: no protocol notices that, and I11 says so. */
    private static final List<Fault.WriteFate> WRITE_FATES =
            List.copyOf(EnumSet.complementOf(EnumSet.of(Fault.WriteFate.CORRUPTED)));

    private final Random random;
    private final List<String> names = new ArrayList<>();

    private RandomWorlds(long number) {
        random = new Random(number * 7919 + 17);
    }

    /** The world of this number. */
    static World world(long number) {
        return new RandomWorlds(number).build(number);
    }

    private World build(long number) {
        int peers = 2 + random.nextInt(3);
        WorldBuilder world = World.called("random-" + number);
        for (int i = 0; i < peers; i++) {
            names.add("p" + i);
            String host = "10.0.0." + (1 + random.nextInt(peers));
            PeerSpec peer = PeerSpec.of("p" + i, host).withSlots(24 + random.nextInt(80));
            world.peers(new PeerSpec(
                    peer.name(),
                    peer.host(),
                    5710 + 10 * i,
                    0,
                    peer.slots(),
                    peer.prefillTokensPerSecond(),
                    peer.prefillChunkTokens(),
                    peer.stepNanos(),
                    peer.idleTickNanos(),
                    peer.tickPhaseNanos(),
                    peer.gpuCopyBytesPerSecond(),
                    random.nextInt(12) == 0 ? "another" : peer.hashSeed(),
                    peer.fingerprint(),
                    null,
                    random.nextInt(3) * 1_000_000_007L,
                    random.nextInt(5) == 0 ? random.nextInt(400) - 200 : 0));
        }
        world.caps(new Caps(400_000, 3_600 * SECOND, 20_000));
        int requests = 4 + random.nextInt(14);
        for (int i = 0; i < requests; i++) {
            world.requests(request("r" + i, (long) (random.nextDouble() * 40 * SECOND)));
        }
        for (String name : names) {
            if (random.nextBoolean()) {
                world.warm(name, Prompt.of("w" + random.nextInt(4), 16 * (2 + random.nextInt(14))));
            }
        }
        int faults = random.nextInt(5);
        for (int i = 0; i < faults; i++) {
            world.fault(fault());
        }
        if (random.nextBoolean()) {
            world.healAt(Moment.at(60 * SECOND));
            for (int i = 0; i < 4; i++) {
                world.requests(request("h" + i, (200 + i * 5L) * SECOND));
            }
        }
        return world.build();
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String peer() {
        return any(names);
    }

    private String peerBut(String other) {
        String peer = peer();
        while (peer.equals(other)) {
            peer = peer();
        }
        return peer;
    }

    private RequestSpec request(String id, long at) {
        String one = peer();
        String other = peerBut(one);
        Prompt prompt = Prompt.of("w" + random.nextInt(6), 16 * (1 + random.nextInt(20)) + random.nextInt(16));
        RequestSpec request = random.nextBoolean()
                ? RequestSpec.pd(id, at, prompt, one, other)
                : RequestSpec.symmetric(id, at, prompt, one, other);
        if (random.nextInt(3) == 0 && request.mode() == RequestSpec.Mode.PD) {
            request = request.dispatched(
                    random.nextBoolean()
                            ? new Dispatch.Together()
                            : new Dispatch.Legs(
                                    random.nextInt(4) == 0 ? null : Moment.at(at + random.nextInt(100) * SECOND),
                                    Moment.at(at + random.nextInt(100) * SECOND)));
        }
        if (random.nextInt(8) == 0) {
            request = request.calling("shared" + random.nextInt(2));
        }
        if (random.nextInt(5) == 0) {
            request = request.givenUpAfter(1 + (long) (random.nextDouble() * 5 * SECOND));
        }
        return request;
    }

    private FaultSpec fault() {
        Moment at = random.nextBoolean()
                ? Moment.at((long) (random.nextDouble() * 40 * SECOND))
                : new Moment.After(
                        Boundary.of(any(BOUNDARIES)),
                        1 + random.nextInt(4),
                        random.nextInt(3) == 0 ? random.nextInt(20) * MILLI : 0,
                        null);
        Fault fault = anyFault();
        if (random.nextBoolean() && !(fault instanceof Fault.HoldMessages)) {
            return FaultSpec.of(at, fault);
        }
        return lasting(fault)
                ? FaultSpec.lasting(at, (1 + random.nextInt(40)) * SECOND, fault)
                : FaultSpec.of(at, fault);
    }

    private static boolean lasting(Fault fault) {
        return fault instanceof Fault.Pause
                || fault instanceof Fault.Partition
                || fault instanceof Fault.DelayMessages
                || fault instanceof Fault.HoldMessages
                || fault instanceof Fault.Registrations
                || (fault instanceof Fault.Writes writes && writes.match().nth() == 0);
    }

    private Fault anyFault() {
        String a = peer();
        String b = peerBut(a);
        Fault.Plane plane = any(List.of(Fault.Plane.values()));
        return switch (random.nextInt(17)) {
            case 0 -> new Fault.Kill(a, plane);
            case 1 -> new Fault.Restart(a, random.nextInt(8) * SECOND / 2);
            case 2 -> new Fault.Pause(a);
            case 3 -> new Fault.Partition(a, random.nextBoolean() ? null : b, plane, random.nextBoolean());
            case 4 -> new Fault.ResetConnection(a, b);
            case 5 -> new Fault.DropConnection(a, b);
            case 6 -> new Fault.DelayMessages(match(a, b), random.nextInt(20) * SECOND);
            case 7 -> new Fault.DropMessage(match(a, b), 1 + random.nextInt(2));
            // Of one type only, they would be overtaken by others, which ZeroMQ does not do.
            case 8 -> new Fault.HoldMessages(new Fault.MessageMatch(a, b, null, null));
            case 9 ->
                new Fault.Registrations(
                        a,
                        random.nextBoolean() ? b : null,
                        any(List.of(Fault.RegistrationFate.values())),
                        random.nextInt(40) * SECOND);
            case 10, 11 ->
                new Fault.Writes(
                        new Fault.WriteMatch(random.nextBoolean() ? a : null, null, random.nextInt(3)),
                        any(WRITE_FATES),
                        random.nextInt(30) * SECOND);
            default ->
                new Fault.SendFrame(
                        random.nextBoolean() ? b : "10.6.6.6:1", a, any(List.of(Fault.HostileFrame.values())));
        };
    }

    private Fault.MessageMatch match(String from, String to) {
        List<String> types = List.of(
                "connect",
                "connect_ack",
                "fetch",
                "lookup",
                "lookup_resp",
                "transfer_done",
                "abort_fetch",
                "abort_ack",
                "disconnect");
        return new Fault.MessageMatch(from, to, random.nextInt(3) == 0 ? null : any(types), null);
    }
}
