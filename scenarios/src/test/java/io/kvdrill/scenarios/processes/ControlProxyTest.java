package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.transports.zmq.ZmqConfig;
import io.kvdrill.transports.zmq.ZmqControlTransport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One peer says something to another through the proxies of both. */
@DisplayName("The proxy of the control plane")
@Timeout(60)
class ControlProxyTest {
    private static final int MOST_POLLS = 10_000;

    private final World world = HostAddresses.on(World.called("two")
            .peers(PeerSpec.of("a", "10.0.0.1"), PeerSpec.of("b", "10.0.0.2"))
            .build());
    private final String a = world.peer("a").id();
    private final String b = world.peer("b").id();
    private final ProxyPaths paths = ProxyPaths.between(world);
    private final ZmqControlTransport speaker = transport("a");
    private final ZmqControlTransport hearer = transport("b");
    private final Connection connection = speaker.dial(b);
    private final List<Connection> accepted = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private int lost;

    private ZmqControlTransport transport(String name) {
        PeerSpec peer = world.peer(name);
        return ZmqControlTransport.open(ZmqConfig.of(peer.host(), peer.port(), Profile.of(Preset.HARDENED))
                .withBind("", paths.bindPort(peer.id())));
    }

    @AfterEach
    void close() {
        speaker.close();
        hearer.close();
        paths.close();
    }

    private void say(String request) {
        connection.send(new Message.AbortFetch(request, 0));
    }

    private void await(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as(() -> "polls in vain; heard " + heard).isLessThan(MOST_POLLS);
            poll();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void poll() {
        hearer.poll(new ControlTransport.Listener() {
            @Override
            public void onAccepted(Connection from) {
                accepted.add(from);
                onReceived(from);
            }

            @Override
            public void onReceived(Connection from) {
                from.receive().forEach(payload -> heard.add(payload.toString()));
            }

            @Override
            public void onLost(Connection from) {}
        });
        speaker.poll(new ControlTransport.Listener() {
            @Override
            public void onAccepted(Connection from) {}

            @Override
            public void onReceived(Connection from) {}

            @Override
            public void onLost(Connection from) {
                lost++;
            }
        });
    }

    private boolean hears(String request) {
        return heard.stream().anyMatch(message -> message.contains(request));
    }

    @Test
    void passesMessagesOn() {
        say("first");

        await(() -> hears("first"));
    }

    @Test
    void letsNothingPassWhereAWayIsCutUntilItIsOpenAgain() {
        say("before");
        await(() -> hears("before"));
        Runnable heal = paths.partition(a, b, true);
        say("meanwhile");
        for (int i = 0; i < 50; i++) {
            poll();
            LockSupport.parkNanos(2_000_000);
        }
        assertThat(hears("meanwhile")).isFalse();

        heal.run();

        await(() -> hears("meanwhile"));
        assertThat(lost).isZero();
    }

    @Test
    void tellsBothSidesOfAReset() {
        say("before");
        await(() -> hears("before"));

        paths.reset(a, b);

        await(() -> lost == 1);
        assertThat(connection.alive()).isFalse();
    }

    @Test
    void losesTheMessagesThatAFaultIsAbout() {
        Runnable end = paths.onMessage(new MessageFilter(a, b, "abort_fetch", null), 1, new MessageFate.Drop());
        say("one");
        say("two");

        await(() -> hears("two"));

        assertThat(hears("one")).isFalse();
        end.run();
    }

    @Test
    void holdsMessagesBackWhileOthersOvertakeThem() {
        Runnable end = paths.onMessage(new MessageFilter(null, null, null, "held"), 0, new MessageFate.Hold());
        say("held");
        say("free");
        await(() -> hears("free"));
        assertThat(hears("held")).isFalse();

        end.run();

        await(() -> hears("held"));
    }

    @Test
    void keepsTheOrderOfWhatFollowsADelayedMessage() {
        paths.onMessage(new MessageFilter(null, null, null, "slow"), 0, new MessageFate.Delay(50_000_000L));
        say("slow");
        say("behind");

        await(() -> hears("behind"));

        assertThat(hears("slow")).isTrue();
        assertThat(heard.get(0)).contains("slow");
    }

    @Test
    void bringsAFrameOfAnybody() {
        say("before");
        await(() -> hears("before"));

        paths.inject(
                a.getBytes(StandardCharsets.UTF_8),
                b,
                io.kvdrill.core.protocol.MessageCodec.encode(new Message.AbortFetch("forged", 0)));

        await(() -> hears("forged"));
    }
}
