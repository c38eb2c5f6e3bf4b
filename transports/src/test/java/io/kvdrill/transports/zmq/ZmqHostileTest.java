package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.WireValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Whatever a connection brings, the peers beside it are heard. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZmqHostileTest {
    private static final int LARGE = 2;
    private static final int MORE = 1;
    private static final int COMMAND = 4;

    private final Told told = new Told();
    private final List<ZmtpClient> hostile = new ArrayList<>();
    private ZmqControlTransport target;
    private ZmqControlTransport friend;
    private io.kvdrill.core.transport.Connection fromFriend;
    private long number;

    @BeforeAll
    void open() {
        ZmqConfig config =
                new ZmqConfig("127.0.0.1", 0, "", 0, AllowedHosts.loopback(), ZmqFixture.QUICK, ZmqFixture.SMALL);
        target = ZmqControlTransport.open(config, told);
        friend = ZmqControlTransport.open(config, told);
        fromFriend = friend.dial(target.id());
    }

    @AfterAll
    void close() {
        hostile.forEach(ZmtpClient::close);
        friend.close();
        target.close();
    }

    @TestFactory
    Stream<DynamicTest> hearsItsPeersWhileAConnectionBrings() {
        Map<String, List<byte[]>> attacks = new LinkedHashMap<>();
        byte[] greeting = ZmtpClient.greeting();
        byte[] ready = ZmtpClient.ready("127.0.0.1:9");
        attacks.put("nothing", List.of());
        attacks.put("a web request", List.of("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        attacks.put("half a greeting", List.of(java.util.Arrays.copyOf(greeting, 11)));
        attacks.put("a greeting and no more", List.of(greeting));
        attacks.put("zeros", List.of(new byte[1 << 16]));
        attacks.put("a handshake that is all ones", List.of(greeting, ones(300)));
        attacks.put("a handshake without end", List.of(greeting, ZmtpClient.head(COMMAND | LARGE, Long.MAX_VALUE)));
        attacks.put("a second handshake", List.of(greeting, ready, ready, greeting));
        attacks.put("a frame of 100 MB", List.of(greeting, ready, ZmtpClient.head(LARGE, 100_000_000), ones(1 << 16)));
        for (long length : new long[] {
            Long.MIN_VALUE, -1, 0xFFFF_FFFF_7FFF_FFFFL, 0x8000_0000_0000_0000L | (1 << 30), Long.MAX_VALUE
        }) {
            attacks.put(
                    "a frame of 0x" + Long.toHexString(length) + " bytes",
                    List.of(greeting, ready, ZmtpClient.head(LARGE, length), ones(1 << 12)));
        }
        attacks.put(
                "a heartbeat without a body", List.of(greeting, ready, new byte[] {COMMAND, 5, 4, 'P', 'I', 'N', 'G'}));
        attacks.put("an empty command", List.of(greeting, ready, new byte[] {COMMAND, 0}));
        attacks.put("a command whose name is too long", List.of(greeting, ready, new byte[] {COMMAND, 1, (byte) 200}));
        attacks.put("parts without end", List.of(greeting, ready, parts(5_000)));
        Random random = new Random(1);
        for (int i = 0; i < 12; i++) {
            byte[] noise = new byte[1 + random.nextInt(4_000)];
            random.nextBytes(noise);
            attacks.put("noise " + i, List.of(noise));
            attacks.put("noise after a greeting " + i, List.of(greeting, noise));
            attacks.put("noise after a handshake " + i, List.of(greeting, ready, noise));
        }
        return attacks.entrySet().stream()
                .map(attack -> DynamicTest.dynamicTest(attack.getKey(), () -> hearsDespite(attack.getValue())));
    }

    private void hearsDespite(List<byte[]> attack) {
        hostile.add(new ZmtpClient(target.boundPort()).send(attack.toArray(byte[][]::new)));
        for (int i = 0; i < 4; i++) {
            told.pass(target, friend);
        }
        Message message = new Message.AbortFetch("friend", ++number);
        WireValue expected = MessageCodec.toWire(message);
        fromFriend.send(message);
        told.until(() -> told.received.contains(expected), target, friend);

        assertThat(told.broken).isEmpty();
        assertThat(fromFriend.alive()).isTrue();
    }

    private static byte[] ones(int length) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) 0xFF);
        return bytes;
    }

    private static byte[] parts(int count) {
        byte[] frames = new byte[3 * count];
        for (int i = 0; i < frames.length; i += 3) {
            frames[i] = MORE;
            frames[i + 1] = 1;
        }
        return frames;
    }
}
