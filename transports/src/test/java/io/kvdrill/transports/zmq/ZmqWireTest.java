package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/** vLLM's bytes through real sockets, as the side that dials and as the side that is dialled. */
class ZmqWireTest {
    private static final MessageReader READER = new MessageReader(KeyElements.BYTES_ONLY, IntegerChecks.RANGES);
    private static final ZmqConfig CONFIG = ZmqConfig.of("127.0.0.1", 0, Profile.of(Preset.HARDENED));

    private final Told told = new Told();

    @Test
    void hearsGoldenBytesAndRecordedFramesAsTheyWereSent() {
        List<byte[]> frames = new ArrayList<>(golden());
        frames.addAll(vectors());
        List<WireValue> readable =
                frames.stream().flatMap(frame -> decode(frame).stream()).toList();
        ZmqControlTransport transport = ZmqControlTransport.open(CONFIG, told);
        try (RawDealer vllm = new RawDealer("127.0.0.1:9".getBytes(StandardCharsets.UTF_8), transport.boundPort())) {
            frames.forEach(vllm::send);
            told.until(() -> told.received.size() + told.dropped.size() >= frames.size(), transport);
        } finally {
            transport.close();
        }

        assertThat(told.received).isEqualTo(readable);
        assertThat(told.accepted).hasSize(1);
    }

    @Test
    void saysEveryGoldenAndRecordedMessageInTheSameBytes() {
        List<byte[]> frames = new ArrayList<>(golden());
        List<Message> messages = new ArrayList<>();
        for (byte[] frame : vectors()) {
            decode(frame).stream()
                    .map(value -> READER.read(new RawPayload(value, 0)))
                    .forEach(reading -> {
                        if (reading instanceof Reading.Valid valid) {
                            messages.add(valid.message());
                        }
                    });
        }
        messages.forEach(message -> frames.add(MessageCodec.encode(message)));
        List<Message> all = new ArrayList<>();
        for (byte[] frame : golden()) {
            all.add(((Reading.Valid) READER.read(new RawPayload(decode(frame).get(0), 0))).message());
        }
        all.addAll(messages);

        List<String> heard = new ArrayList<>();
        ZMQ.Context context = ZMQ.context(1);
        ZMQ.Socket router = context.socket(SocketType.ROUTER);
        ZmqControlTransport transport = ZmqControlTransport.open(CONFIG, told);
        try {
            int port = router.bindToRandomPort("tcp://127.0.0.1");
            Connection connection = transport.dial("127.0.0.1:" + port);
            all.forEach(connection::send);
            told.until(() -> drain(router, transport.id(), heard) >= all.size(), transport);
        } finally {
            transport.close();
            router.close();
            context.close();
        }

        assertThat(messages).hasSizeGreaterThan(20);
        assertThat(heard)
                .isEqualTo(frames.stream().map(HexFormat.of()::formatHex).toList());
    }

    private static int drain(ZMQ.Socket router, String sender, List<String> heard) {
        for (byte[] identity = router.recv(ZMQ.DONTWAIT); identity != null; identity = router.recv(ZMQ.DONTWAIT)) {
            assertThat(new String(identity, StandardCharsets.UTF_8)).isEqualTo(sender);
            heard.add(HexFormat.of().formatHex(router.recv(0)));
            assertThat(router.hasReceiveMore()).isFalse();
        }
        return heard.size();
    }

    private static List<WireValue> decode(byte[] frame) {
        try {
            return List.of(MessageCodec.decode(frame, Integer.MAX_VALUE));
        } catch (MalformedFrameException unreadable) {
            return List.of();
        }
    }

    private static List<byte[]> golden() {
        return text("/spec/golden-wire.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> HexFormat.of()
                        .parseHex(line.substring(line.indexOf(' ') + 1).strip()))
                .toList();
    }

    private static List<byte[]> vectors() {
        Pattern bytes = Pattern.compile("\"bytes\":\"([0-9a-f]*)\"");
        List<byte[]> frames = new ArrayList<>();
        for (String line : text("/conformance/wire.jsonl").lines().toList()) {
            Matcher matcher = bytes.matcher(line);
            assertThat(matcher.find()).isTrue();
            frames.add(HexFormat.of().parseHex(matcher.group(1)));
        }
        return frames;
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(ZmqWireTest.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
