package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.transports.TransportUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may be dialled and heard, and under which name. */
class ZmqPeersTest {
    private static final Message MESSAGE = new Message.AbortFetch("r", 1);
    private static final byte[] FRAME = MessageCodec.encode(MESSAGE);

    private final Told told = new Told();
    private final List<ZmqControlTransport> open = new ArrayList<>();
    private final List<RawDealer> clients = new ArrayList<>();

    @AfterEach
    void closeAll() {
        clients.forEach(RawDealer::close);
        open.forEach(ZmqControlTransport::close);
    }

    private static ZmqConfig config(String host) {
        return ZmqConfig.of(host, 0, Profile.of(Preset.HARDENED));
    }

    private ZmqControlTransport open(ZmqConfig config) {
        ZmqControlTransport transport = ZmqControlTransport.open(config, told);
        open.add(transport);
        return transport;
    }

    private void sendAs(String identity, ZmqControlTransport to) {
        RawDealer client = new RawDealer(identity.getBytes(StandardCharsets.UTF_8), to.boundPort());
        clients.add(client);
        client.send(FRAME);
    }

    @Test
    void knowsOnePeerByAllSpellingsOfItsAddress() {
        ZmqControlTransport transport = open(config("127.0.0.1"));
        List<String> spellings = List.of("::1:9", "[::1]:9", "[0:0:0:0:0:0:0:1]:9", "[0::0001]:9", "[::1%lo]:9");
        spellings.forEach(spelling -> sendAs(spelling, transport));
        told.until(() -> told.received.size() == spellings.size(), transport);

        assertThat(told.accepted).hasSize(1);
        assertThat(told.accepted.get(0).peer()).isEqualTo("[::1]:9");
        assertThatThrownBy(() -> transport.dial("[::1]:9")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transport.dial("::1:9"))
                .isInstanceOf(DialRefusedException.class)
                .hasMessageContaining("[::1]:9");
    }

    @Test
    void takesAnIpv4AddressMappedIntoIpv6ForThatAddress() {
        ZmqControlTransport transport = open(config("127.0.0.1"));
        sendAs("[::ffff:127.0.0.1]:9", transport);
        sendAs("127.0.0.1:9", transport);
        told.until(() -> told.received.size() == 2, transport);

        assertThat(told.accepted).hasSize(1);
        assertThat(told.accepted.get(0).peer()).isEqualTo("127.0.0.1:9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "[::1]", "0:0::1"})
    void talksOverIpv6(String host) {
        assumeTrue(hasIpv6(), "not exercised: this machine has no IPv6 loopback address");
        ZmqControlTransport a = open(config(host));
        ZmqControlTransport b = open(config("127.0.0.1"));
        assertThat(a.id()).startsWith("[::1]:");
        a.dial(b.id()).send(MESSAGE);
        told.until(() -> told.accepted.size() == 1, a, b);
        Connection back = told.accepted.get(0);
        assertThat(back.peer()).isEqualTo(a.id());
        back.send(MESSAGE);
        told.until(() -> told.received.size() == 2, a, b);

        assertThat(told.accepted).hasSize(1);
    }

    private static boolean hasIpv6() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getAllByName("::1")[0])) {
            return probe.isBound();
        } catch (IOException none) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3:80", "example.org:80", "[2001:db8::1]:80", "0.0.0.0:80", "[::]:80"})
    void neitherDialsNorAnswersHostsThatAreNotAllowed(String peer) {
        ZmqControlTransport transport = open(config("127.0.0.1"));
        assertThatThrownBy(() -> transport.dial(peer))
                .isInstanceOf(DialRefusedException.class)
                .hasMessageContaining("not among those allowed: localhost, 127.0.0.0/8");

        sendAs(peer, transport);
        told.until(() -> !told.refused.isEmpty(), transport);
        assertThat(told.refused.get(0)).startsWith(peer + ": ");
        assertThat(told.accepted).isEmpty();
    }

    @Test
    void dialsNamesThatAreAllowed() {
        ZmqControlTransport a = open(config("localhost"));
        ZmqControlTransport b = open(config("127.0.0.1"));
        b.dial(a.id()).send(MESSAGE);
        told.until(() -> told.received.size() == 1, a, b);

        assertThat(a.id()).startsWith("localhost:");
    }

    @Test
    void hangsUpOnStrangers() throws IOException {
        ZmqControlTransport transport = open(config("127.0.0.1").withAllowed(AllowedHosts.of(List.of("10.0.0.0/8"))));
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), transport.boundPort())) {
            stranger.setSoTimeout(20_000);
            assertThat(stranger.getInputStream().readAllBytes().length).isLessThanOrEqualTo(64);
        }
    }

    @Test
    void keepsOnlySoManyConnections() {
        ZmqConfig.Limits two = new ZmqConfig.Limits(1 << 20, 10, 10, 2, java.time.Duration.ofSeconds(10));
        ZmqControlTransport transport = open(config("127.0.0.1").withLimits(two));
        transport.dial("127.0.0.1:7");
        transport.dial("127.0.0.1:8");

        assertThatThrownBy(() -> transport.dial("127.0.0.1:9"))
                .hasMessageContaining("2 connections are open, the maximum");
    }

    @Test
    void saysThatAPortIsInUse() {
        int port = open(config("127.0.0.1")).boundPort();

        assertThatThrownBy(() -> open(ZmqConfig.of("127.0.0.1", port, Profile.of(Preset.HARDENED))))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("cannot listen at 127.0.0.1:" + port)
                .hasMessageContaining("in use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "[::]", "*", "a b", "300.1.1.1"})
    void refusesToAdvertiseWhatNobodyCanDial(String host) {
        assertThatThrownBy(() -> open(config(host)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("cannot advertise the host " + host);
    }

    @Test
    void listensAtAWildcardAndAdvertisesAnAddress() {
        ZmqControlTransport a = open(config("127.0.0.1").withBind("0.0.0.0", 0));
        ZmqControlTransport b = open(config("127.0.0.1"));
        b.dial(a.id()).send(MESSAGE);
        told.until(() -> told.received.size() == 1, a, b);

        assertThat(a.id()).startsWith("127.0.0.1:");
    }

    @Test
    void saysThatAnAddressIsNotOfThisMachine() {
        assertThatThrownBy(() -> open(config("192.0.2.1")))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("no address of this machine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/x", "a b", "10.0.0", "::1/129"})
    void refusesAnAllowListThatMeansNothing(String entry) {
        assertThatThrownBy(() -> AllowedHosts.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed host '" + entry + "'");
    }
}
