package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.scenarios.calibrate.Round;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.NodeTransports;
import io.kvdrill.scenarios.processes.ProbeOrder.Measure;
import io.kvdrill.scenarios.processes.ProbeOrder.ProbeStart;
import io.kvdrill.transports.TransportUnavailableException;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The process of a peer that measures another, or is measured: transports without a tier. Whatever message comes it sends
 * back. It measures when it is told to, and says when the other is lost.
 */
final class ProbeProcess {
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    /** It does not sleep while a message may come any moment. */
    private static final long AWAKE_NANOS = 200_000_000L;

    private static final long NAP_NANOS = 500_000;
    private static final int WARM_UP = 200;
    private static final int WARM_UP_WRITES = 5;
    private static final Message PING = new Message.AbortAck("ping", 1);

    private final ReportStream reports = new ReportStream();
    private final LinkedBlockingQueue<Measure> asked = new LinkedBlockingQueue<>();
    private final ProbeStart start;
    private final NodeSettings settings;
    private long heardNanos = System.nanoTime();
    /** The one that is measured, whose messages are answers; everybody else's are sent back. */
    private @Nullable Connection measured;

    private long answers;
    private @Nullable Registration registration;
    private boolean ended;
    private boolean succeeded;

    ProbeProcess(ProbeStart start) {
        this.start = start;
        Seat seat = Objects.requireNonNull(start.seat());
        NodeSettings usual = NodeSettings.of(start.peer(), start.model(), Profile.of(Preset.HARDENED), 1);
        this.settings = new NodeSettings(
                usual.peer(),
                usual.model(),
                usual.profile(),
                seat.bindHost(),
                seat.bindPort(),
                AllowedHosts.of(seat.allow()),
                seat.data().plane(),
                start.life(),
                0,
                1,
                usual.epochNanos());
    }

    /** Runs until its input ends; never returns. */
    void run(BufferedReader orders) {
        NodeTransports.Bare transports;
        try {
            transports = NodeTransports.bare(settings);
        } catch (TransportUnavailableException unavailable) {
            say(new Report.Failed(String.valueOf(unavailable.getMessage())));
            System.exit(1);
            throw unavailable;
        }
        Thread reader = new Thread(() -> obey(orders), "kvdrill-orders");
        reader.setDaemon(true);
        reader.start();
        say(new ProbeReport.ProbeReady(ProbeReport.Region.of(transports.data().region())));
        while (true) {
            poll(transports);
            Measure next = asked.poll();
            if (next != null) {
                say(new ProbeReport.Measured(measure(next, transports)));
            }
            rest();
        }
    }

    private void obey(BufferedReader orders) {
        try {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                if (Wire.order(line).order() instanceof Measure next) {
                    asked.add(next);
                }
            }
        } catch (IOException gone) {
            // told below
        }
        Runtime.getRuntime().halt(0); // the runner is gone
    }

    private void rest() {
        if (System.nanoTime() - heardNanos < AWAKE_NANOS) {
            letOthersRun();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /** The threads of the transports want processors, too, and a sleep would be measured. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it but the accuracy
    private static void letOthersRun() {
        Thread.yield();
    }

    private void poll(NodeTransports.Bare transports) {
        transports.control().poll(new ControlTransport.Listener() {
            @Override
            public void onAccepted(Connection connection) {
                onReceived(connection);
            }

            @Override
            public void onReceived(Connection connection) {
                heardNanos = System.nanoTime();
                int many = connection.receive().size();
                Connection mine = measured;
                if (mine != null && mine.peer().equals(connection.peer())) {
                    answers += many;
                    return;
                }
                for (int i = 0; i < many && connection.alive(); i++) {
                    connection.send(PING);
                }
            }

            @Override
            public void onLost(Connection connection) {
                Connection mine = measured;
                if (mine != null && mine.peer().equals(connection.peer())) {
                    say(new ProbeReport.PeerLost(System.nanoTime()));
                }
                connection.close();
            }
        });
        transports.data().poll(new DataTransport.Listener() {
            @Override
            public void onCompletions(Registration one) {
                transports.data().collect(one, (transfer, success) -> {
                    ended = true;
                    succeeded = success;
                });
            }

            @Override
            public void onRegistrationSettled(Registration one) {}

            @Override
            public void onFenced(Registration one) {}
        });
    }

    private void await(NodeTransports.Bare transports, String what, BooleanSupplier come) {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!come.getAsBoolean()) {
            if (System.nanoTime() > until) {
                say(new Report.Failed(start.peer().id() + ": " + what + " does not come"));
                System.exit(1);
            }
            poll(transports);
            letOthersRun();
        }
    }

    // ---- measuring -----------------------------------------------------------------------------------------------

    private Round measure(Measure what, NodeTransports.Bare transports) {
        Connection to = transports.control().dial(what.peer());
        measured = to;
        answers = 0;
        List<Long> roundTrips = new ArrayList<>();
        for (int i = 0; i < what.roundTrips() + WARM_UP; i++) {
            long begun = System.nanoTime();
            long expected = answers + 1;
            to.send(PING);
            await(transports, "an answer of " + what.peer(), () -> answers >= expected);
            if (i >= WARM_UP) {
                roundTrips.add(System.nanoTime() - begun);
            }
        }
        List<Long> registrations = new ArrayList<>();
        for (int i = 0; i < what.registrations(); i++) {
            Registration before = registration;
            if (before != null) {
                transports.data().remove(before);
            }
            registrations.add(register(what, transports));
        }
        long blocks = what.region().blocks();
        return new Round(
                what.region().blockBytes(),
                blocks,
                roundTrips,
                registrations,
                writes(what.writes(), 1, transports),
                writes(Math.max(3, what.writes() / 10), blocks, transports));
    }

    private long register(Measure what, NodeTransports.Bare transports) {
        long begun = System.nanoTime();
        Registration one = transports.data().register(what.peer(), what.region().memory(), RegistrationMode.INLINE);
        registration = one;
        await(transports, "a registration", () -> one.state() != Registration.State.PENDING);
        if (one.state() != Registration.State.READY) {
            say(new Report.Failed(
                    "registering the memory of " + what.peer() + ": " + one.state() + ", " + one.failure()));
            System.exit(1);
        }
        return System.nanoTime() - begun;
    }

    private List<Long> writes(int times, long blocks, NodeTransports.Bare transports) {
        SlotList slots = SlotList.of(LongStream.range(0, blocks).toArray());
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < times + WARM_UP_WRITES; i++) {
            ended = false;
            long begun = System.nanoTime();
            long transfer = transports.data().write(Objects.requireNonNull(registration), slots, slots);
            if (transfer != DataTransport.REFUSED) {
                await(transports, "the end of a write", () -> ended);
            }
            long took = System.nanoTime() - begun;
            if (transfer == DataTransport.REFUSED || !succeeded) {
                say(new Report.Failed("a write of " + blocks + " blocks failed"));
                System.exit(1);
            }
            if (i >= WARM_UP_WRITES) {
                nanos.add(took);
            }
        }
        return nanos;
    }

    private void say(Report report) {
        reports.say(report);
    }
}
