package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.A;
import static io.kvdrill.sim.network.NetworkWorld.B;
import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.hardened;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static io.kvdrill.sim.network.NetworkWorld.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Choices.RouterHandover;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.network.NetworkEvent.FrameRefused;
import io.kvdrill.sim.network.NetworkEvent.IdentityHandedOver;
import io.kvdrill.sim.network.NetworkEvent.IdentityIgnored;
import io.kvdrill.sim.network.NetworkEvent.IdentityRefused;
import io.kvdrill.sim.network.NetworkEvent.InboundLinkClosed;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a ROUTER listens to (F8, F101), and what it makes of identities that it cannot answer (parity C10, C11). */
class IdentityTest {
    private final NetworkWorld world = new NetworkWorld();

    @Test
    void ofAPeerThatVanishedStaysTakenWithoutHandover() { // F8
        Peer a = world.open(A, published());
        Peer b = connected(published());
        b.vanish();
        world.run(500 * MS);
        Peer restarted = world.open(B, published());
        restarted.dial(A).send(message(1));
        world.run(500 * MS);
        a.poll();

        assertThat(a.received).containsExactly(0L);
        assertThat(world.events(IdentityIgnored.class)).hasSize(1);
        world.run(60 * SECOND);
        a.poll();
        assertThat(a.received).as("nor later, when the old link has gone").containsExactly(0L);
    }

    @Test
    void ofAPeerThatVanishedGoesToTheNewcomerWithHandover() {
        Peer a = world.open(A);
        Peer b = connected(hardened());
        a.poll();
        b.vanish();
        world.run(500 * MS);
        Peer restarted = world.open(B);
        restarted.dial(A).send(message(1));
        world.run(500 * MS);
        a.poll();

        assertThat(a.received).containsExactly(0L, 1L);
        assertThat(world.events(IdentityHandedOver.class)).hasSize(1);
    }

    @Test
    void ofAPeerThatVanishedIsFreedByTheResetThatItsHostSendsOnceItIsBack() {
        Peer a = world.open(A, published());
        Peer b = connected(published());
        long established = 200_000;
        b.vanish();
        world.run(300 * MS);
        world.open(B, published());
        world.run(10 * SECOND);

        assertThat(world.events(InboundLinkClosed.class))
                .extracting(InboundLinkClosed::reason)
                .containsExactly("reset by the peer");
        assertThat(world.timeOfOnly(InboundLinkClosed.class)).isEqualTo(established + 2 * SECOND + 100_000);
        a.poll();
        assertThat(a.accepted).hasSize(1);
    }

    @Test
    void ofAPeerThatWasKilledIsFreeAtOnce() {
        Peer a = world.open(A, published());
        Peer b = connected(published());
        a.poll();
        b.kill();
        world.run(MS);
        Peer restarted = world.open(B, published());
        restarted.dial(A).send(message(1));
        world.run(MS);
        a.poll();
        a.poll();

        assertThat(a.received).containsExactly(0L, 1L);
        assertThat(world.events(IdentityIgnored.class)).isEmpty();
    }

    @Test
    void ofAKilledPeerIsStillTakenWhereItsLastFrameIsUnread() { // libzmq issue 2892: it depends on when one polled
        Peer a = world.open(A, published());
        Peer b = connected(published());
        b.kill(); // message 0 has arrived and was not read
        world.run(MS);
        Peer restarted = world.open(B, published());
        restarted.dial(A).send(message(1));
        world.run(MS);
        a.poll();
        world.run(SECOND);
        a.poll();

        assertThat(a.received).containsExactly(0L);
        assertThat(world.events(IdentityIgnored.class)).hasSize(1);
    }

    @Test
    void lookedAtOnlyWhenTheProfileMatters() {
        Rules rules = new Rules(hardened());
        HostThread host = new HostThread(world.kernel, A, TraceSink.none());
        SimControlTransport a =
                world.network.open(ControlEndpoint.of(new Incarnation(A, 1), host, TraceSink.none(), rules));
        Peer b = world.open(B);
        b.dial(A).send(message(0));
        world.run(MS);
        a.poll(new Quiet());
        assertThat(rules.reached()).isEmpty();

        world.faults.client(B.getBytes(StandardCharsets.UTF_8), A).send(MessageCodec.encode(message(1)));
        world.run(MS);
        a.poll(new Quiet());
        assertThat(rules.reached()).containsExactly(Rows.ROUTER_HANDOVER);
    }

    @Test
    void thatIsOurOwnIsRefusedWithAReason() {
        Peer a = world.open(A);
        assertThatThrownBy(() -> a.dial(A))
                .isInstanceOf(DialRefusedException.class)
                .hasMessage("cannot dial a:1: that is this peer itself");

        world.network.alias(A, "me:1", A);
        a.dial("me:1").send(message(1));
        world.run(SECOND);
        a.poll();
        assertThat(a.received).isEmpty();
        assertThat(world.events(IdentityRefused.class))
                .containsExactly(new IdentityRefused(A, "that is this peer itself"));
    }

    @Test
    void thatIsOurOwnIsAPeerLikeAnyOtherForVllm() {
        Peer a = world.open(A, published());
        a.dial(A).send(message(1));
        world.run(SECOND);

        assertThat(a.poll().received).containsExactly(1L);
    }

    @Test
    void thatCannotBeDialledIsNamedInTheTrace() {
        Peer a = world.open(A);
        for (String identity : List.of("", "no-colon", "h:x")) {
            world.faults.inject(identity.getBytes(StandardCharsets.UTF_8), A, MessageCodec.encode(message(1)));
        }
        world.faults.inject(new byte[] {(byte) 0xC3}, A, MessageCodec.encode(message(1)));
        world.run(SECOND);
        a.poll();

        assertThat(world.events(IdentityRefused.class))
                .containsExactlyInAnyOrder(
                        new IdentityRefused("\0\0\0\0\1", "no port: expected host:port"),
                        new IdentityRefused("no-colon", "no port: expected host:port"),
                        new IdentityRefused("h:x", "the port is no number: \"x\""),
                        new IdentityRefused("0xc3", "the identity is no UTF-8 text"));
        a.poll();
        assertThat(world.events(IdentityRefused.class)).as("told once").hasSize(4);
    }

    @Test
    void ofACallerThatNobodyHasAnsweredIsTakenByNobodyOnceTheWorldHeals() {
        world.faults.inject(B.getBytes(StandardCharsets.UTF_8), A, MessageCodec.encode(message(1)));
        world.run(SECOND);
        world.faults.hangUp();
        Peer a = world.open(A);
        world.run(10 * SECOND);

        assertThat(a.poll().received).isEmpty();
        world.faults.inject(B.getBytes(StandardCharsets.UTF_8), A, MessageCodec.encode(message(2)));
        world.run(SECOND);
        world.faults.hangUp();
        a.poll();
        assertThat(world.events(NetworkEvent.InboundLinkOpened.class))
                .as("a call that was answered goes on")
                .hasSize(1);
        assertThat(world.events(InboundLinkClosed.class)).isEmpty();
    }

    @Test
    void lendsItsLinkToAnInjectedFrame() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toA = b.dial(A);
        toA.send(message(0));
        world.run(MS);
        world.faults.inject(B.getBytes(StandardCharsets.UTF_8), A, MessageCodec.encode(message(1)));
        world.faults.inject(B.getBytes(StandardCharsets.UTF_8), A, new byte[] {(byte) 0xC1});
        world.run(MS);
        toA.send(message(2));
        world.run(MS);
        a.poll();

        assertThat(a.received).containsExactly(0L, -1L, 2L);
        assertThat(a.accepted).hasSize(1);
        assertThat(world.events(FrameRefused.class)).hasSize(1);
        assertThat(world.events(IdentityHandedOver.class)).isEmpty();
    }

    @Test
    void takesASocketUntilNoneIsLeft() {
        HostThread host = new HostThread(world.kernel, A, TraceSink.none());
        SimControlTransport a = world.network.open(
                new ControlEndpoint(new Incarnation(A, 1), A, host, TraceSink.none(), new Rules(hardened()), 500, 2));
        a.dial("x:1");
        a.dial("x:2");

        assertThatThrownBy(() -> a.dial("x:3"))
                .isInstanceOf(DialRefusedException.class)
                .hasMessage("cannot dial x:3: no sockets are left: 2 connections are open");
    }

    @Test
    void belongsToTheNewestLinkUnderAnOverriddenProfile() {
        Profile handover = published().with(Rows.ROUTER_HANDOVER, RouterHandover.ON);
        Peer a = world.open(A, handover);
        Peer b = connected(handover);
        b.vanish();
        Peer restarted = world.open(B, handover);
        restarted.dial(A).send(message(1));
        world.run(500 * MS);

        assertThat(a.poll().received).contains(1L);
    }

    /** A b whose first message has reached a. */
    private Peer connected(Profile profile) {
        Peer b = world.open(B, profile);
        b.dial(A).send(message(0));
        world.run(MS);
        return b;
    }

    private static final class Quiet implements io.kvdrill.core.transport.ControlTransport.Listener {
        @Override
        public void onAccepted(Connection connection) {}

        @Override
        public void onReceived(Connection connection) {}

        @Override
        public void onLost(Connection connection) {}
    }
}
