package io.kvdrill.scenarios.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Messages as msgpack behind a length of four bytes. */
class FramesTest {
    private static byte[] body(byte[] frame) {
        return Arrays.copyOfRange(frame, 4, frame.length);
    }

    @Test
    void haveTheLengthOfTheirBodyInFourBytesTheHighestFirst() {
        ObjectNode message = (ObjectNode) JsonMapper.shared().readTree("{\"call\":1,\"op\":\"x\"}");

        assertThat(HexFormat.of().formatHex(Frames.write(message))).isEqualTo("0000000c" + "82a463616c6c01a26f70a178");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"answer\":null}",
                "{\"ask\":\"write\",\"local\":[0,127,128,65536,18446744073709551615],\"remote\":[]}",
                "{\"n\":[-1,-32,-33,-9223372036854775808],\"x\":0.5,\"b\":[true,false],\"t\":\"\\u00e9\",\"d\":{\"e\":{}}}"
            })
    void holdWhatJsonHolds(String json) {
        ObjectNode message = (ObjectNode) JsonMapper.shared().readTree(json);

        assertThat(Frames.read(body(Frames.write(message))).toString()).isEqualTo(message.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "93010203, it holds no map",
        "c1, ''",
        "8101, ''",
        "810102, the key of a map is no text",
        "81a161c40100, bytes and extensions are spelled as texts here"
    })
    void refuseWhatIsNoMessage(String hex, String reason) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> Frames.read(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
