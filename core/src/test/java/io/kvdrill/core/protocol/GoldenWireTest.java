package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of vLLM's own encoder, both ways. */
class GoldenWireTest {
    private static final BlockKey KEY =
            BlockKey.ofHex("111111111111111111111111111111111111111111111111111111111111111100000000");
    private static final Map<String, Message> MESSAGES = messages();

    @ParameterizedTest
    @MethodSource("names")
    void encodesAsVllmDoes(String name) {
        assertThat(HexFormat.of().formatHex(MessageCodec.encode(message(name)))).isEqualTo(golden().get(name));
    }

    @ParameterizedTest
    @MethodSource("names")
    void decodesWhatVllmEncodes(String name) {
        byte[] frame = HexFormat.of().parseHex(Objects.requireNonNull(golden().get(name)));
        WireValue value = MessageCodec.decode(frame, frame.length);
        for (KeyElements keyElements : KeyElements.values()) {
            for (IntegerChecks integerChecks : IntegerChecks.values()) {
                assertThat(new MessageReader(keyElements, integerChecks).read(new RawPayload(value, frame.length)))
                        .isEqualTo(new Reading.Valid(message(name)));
            }
        }
    }

    @Test
    void thereIsAGoldenLineForEachMessage() {
        assertThat(golden().keySet()).containsExactlyElementsOf(MESSAGES.keySet());
    }

    static Iterable<String> names() {
        return MESSAGES.keySet();
    }

    private static Message message(String name) {
        return Objects.requireNonNull(MESSAGES.get(name));
    }

    private static Map<String, Message> messages() {
        Map<String, Message> messages = new LinkedHashMap<>();
        messages.put(
                "connect",
                new Message.Connect(
                        "10.0.0.1:5710",
                        Bytes.ofHex("00016d64"),
                        1L << 47,
                        4096,
                        65536,
                        "0123456789abcdef",
                        "vllm-none-hash",
                        null));
        messages.put("connect_ack", new Message.ConnectAck("10.0.0.2:5710", null));
        messages.put("disconnect", new Message.Disconnect());
        messages.put("fetch", new Message.Fetch("r1", List.of(KEY), SlotList.of(7), 0));
        messages.put("fetch_terminal", new Message.Fetch("r1", List.of(), SlotList.empty(), 1));
        messages.put("lookup", new Message.Lookup("r1", List.of(KEY), 0));
        messages.put("lookup_resp", new Message.LookupResponse("r1", List.of(KEY), List.of(true), null));
        messages.put("transfer_done", new Message.TransferDone("r1", true, 0));
        messages.put("abort_fetch", new Message.AbortFetch("r1", 0));
        messages.put("abort_ack", new Message.AbortAck("r1", 0));
        return messages;
    }

    private static Map<String, String> golden() {
        Map<String, String> golden = new LinkedHashMap<>();
        try (InputStream in =
                Objects.requireNonNull(GoldenWireTest.class.getResourceAsStream("/spec/golden-wire.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    int space = line.indexOf(' ');
                    golden.put(
                            line.substring(0, space), line.substring(space + 1).strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return golden;
    }
}
