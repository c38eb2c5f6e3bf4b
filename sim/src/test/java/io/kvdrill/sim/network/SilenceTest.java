package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.A;
import static io.kvdrill.sim.network.NetworkWorld.B;
import static io.kvdrill.sim.network.NetworkWorld.C;
import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.hardened;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.InboundLinkClosed;
import io.kvdrill.sim.network.NetworkEvent.LinkEstablished;
import io.kvdrill.sim.network.NetworkEvent.LinkLost;
import io.kvdrill.sim.network.NetworkFaults.Lasting;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partitions, stopped processes, and when heartbeats notice them. */
class SilenceTest {
    /** When the link that most tests use is up. */
    private static final long UP = 200_000;

    private final NetworkWorld world = new NetworkWorld();
    private Peer a;
    private Peer b;
    private Connection toB;

    @BeforeEach
    void connect() {
        a = world.open(A);
        b = world.open(B);
        toB = a.dial(B);
        world.run(UP);
        assertThat(world.timeOfOnly(LinkEstablished.class)).isEqualTo(UP);
    }

    @ParameterizedTest
    @CsvSource({"0, 12000", "1, 12000", "1999, 12000", "2000, 12000", "2001, 14000", "3999, 14000", "60000, 70000"})
    void isNoticedTenSecondsAfterTheFirstPingThatIsNotAnswered(long cutAfterMs, long noticedAfterMs) {
        world.run(cutAfterMs * MS);
        world.faults.partition(A, B, false);
        world.run(20 * SECOND);

        assertThat(world.timeOfOnly(LinkLost.class)).isEqualTo(UP + noticedAfterMs * MS);
        assertThat(world.timeOfOnly(InboundLinkClosed.class)).isEqualTo(UP + noticedAfterMs * MS);
        assertThat(a.poll().lost).containsExactly(toB);
    }

    @Test
    void costsNoEventForAHeartbeat() {
        long before = world.kernel.firedEvents();
        world.run(3_600 * SECOND);

        assertThat(world.kernel.firedEvents()).isEqualTo(before);
        assertThat(a.poll().lost).isEmpty();
    }

    @Test
    void losesNothingWhenItEndsBeforeItIsNoticed() {
        toB.send(message(0));
        Lasting cut = world.faults.partition(A, B, false); // message 0 is under way
        toB.send(message(1));
        world.run(9 * SECOND);
        assertThat(b.poll().received).isEmpty();

        cut.end();
        cut.end();
        toB.send(message(2));
        world.run(60 * SECOND);
        assertThat(b.poll().received).containsExactly(0L, 1L, 2L);
        assertThat(a.poll().lost).isEmpty();
    }

    @Test
    void losesWhatWasOnTheWireWhenTheLinkIsGivenUp() {
        world.faults.partition(A, B, false);
        toB.send(message(0));
        world.run(15 * SECOND);

        assertThat(world.events(FrameLost.class)).extracting(FrameLost::frame).containsExactly(1L);
        assertThat(b.poll().received).isEmpty();
    }

    @Test
    void isNoticedByTheDeafSideAndToldToTheOther() {
        world.faults.partition(A, B, true); // b hears nothing of a; a hears b
        world.run(20 * SECOND);

        assertThat(world.events(InboundLinkClosed.class))
                .extracting(InboundLinkClosed::reason)
                .containsExactly("no heartbeat for 10000 ms");
        assertThat(world.events(LinkLost.class)).extracting(LinkLost::reason).containsExactly("closed by the peer");
        assertThat(world.timeOfOnly(LinkLost.class)).isEqualTo(UP + 12 * SECOND + 50_000);
    }

    @Test
    void separatesOnlyThoseItIsBetween() {
        Peer c = world.open(C);
        Connection cToB = c.dial(B);
        world.run(SECOND);
        world.faults.partition(A, null, false);
        world.run(20 * SECOND);

        assertThat(a.poll().lost).containsExactly(toB);
        assertThat(c.poll().lost).isEmpty();
        cToB.send(message(5));
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(5L);
    }

    @Test
    void connectsAgainOnceItHasEnded() {
        Lasting cut = world.faults.partition(A, B, false);
        world.run(20 * SECOND);
        a.poll();
        Connection again = a.dial(B);
        again.send(message(7));
        world.run(SECOND);
        assertThat(b.poll().received).isEmpty();

        cut.end();
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(7L);
        assertThat(again.alive()).isTrue();
    }

    @Test
    void isNoticedWhenAProcessStandsStillButNotByThatProcess() {
        Connection toA = b.dial(A);
        world.run(SECOND);
        Lasting stop = world.faults.stop(B);
        toB.send(message(1));
        world.run(15 * SECOND);
        assertThat(a.poll().lost).containsExactly(toB);
        assertThat(b.poll().lost).isEmpty();

        stop.end();
        world.run(SECOND);
        assertThat(b.poll().lost).as("a closed its side meanwhile").containsExactly(toA);
    }

    @Test
    void isOverWithoutATraceWhenAProcessGoesOnInTime() {
        Lasting stop = world.faults.stop(B);
        toB.send(message(1));
        world.run(8 * SECOND);
        stop.end();
        world.run(30 * SECOND);

        assertThat(b.poll().received).containsExactly(1L);
        assertThat(a.poll().lost).isEmpty();
    }

    @Test
    void isNoticedWhenAConnectionIsDroppedSilently() {
        world.faults.dropSilently(A, B);
        toB.send(message(1));
        world.run(20 * SECOND);

        assertThat(a.poll().lost).containsExactly(toB);
        assertThat(world.timeOfOnly(LinkLost.class)).isEqualTo(UP + 12 * SECOND);
        Connection again = a.dial(B);
        again.send(message(2));
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(2L);
    }

    @Test
    void isNoticedByOneSideLongBeforeTheOtherAfterAOneSidedDrop() {
        world.faults.dropAt(A, B);
        world.run(SECOND);
        assertThat(a.poll().lost).containsExactly(toB);
        assertThat(world.events(InboundLinkClosed.class)).isEmpty();

        world.run(20 * SECOND);
        assertThat(world.events(InboundLinkClosed.class))
                .extracting(InboundLinkClosed::reason)
                .contains("no heartbeat for 10000 ms");
    }

    @Test
    void isNeverNoticedWithoutHeartbeats() {
        Profile none = hardened().with(Rows.HEARTBEAT_INTERVAL, (Long) null);
        NetworkWorld quiet = new NetworkWorld();
        Peer x = quiet.open(A, none);
        quiet.open(B, none);
        x.dial(B);
        quiet.run(SECOND);
        quiet.faults.partition(A, B, false);
        quiet.run(3_600 * SECOND);

        assertThat(x.poll().lost).isEmpty();
    }

    @Test
    void isNoticedByTheTtlOfTheOtherSideWhereNoPingIsSent() {
        Profile none = hardened().with(Rows.HEARTBEAT_INTERVAL, (Long) null);
        NetworkWorld mixed = new NetworkWorld();
        Peer x = mixed.open(A, none);
        mixed.open(B);
        Connection connection = x.dial(B);
        mixed.run(UP + 5 * SECOND); // b's last ping was at UP + 4 s
        mixed.faults.partition(A, B, false);
        mixed.run(3_600 * SECOND);

        assertThat(x.poll().lost).containsExactly(connection);
        assertThat(mixed.timeOfOnly(LinkLost.class)).isEqualTo(UP + 14 * SECOND);
    }
}
