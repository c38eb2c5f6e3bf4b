package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/** Frames made to hurt. */
class FrameReaderTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ddffffffff", // a list of 2^32-1
                "dd7fffffff", // a list of 2^31-1
                "dfffffffff", // a map of 2^32-1
                "df7fffffff", // a map of 2^31-1
                "df4000000000", // a map whose keys and values together overflow an int
                "c67fffffff", // bytes of 2^31-1
                "c6ffffffff", // bytes of 2^32-1
                "db7fffffff", // text of 2^31-1
                "dbffffffff", // text of 2^32-1
                "c97fffffff01", // an extension value of 2^31-1
                "9392c0", // each list owes less than the bytes left; together they owe more
                "92a4414141" // text that eats what the list still owes
            })
    void claimsOfMoreThanTheFrameHoldsAreRefused(String hex) {
        assertThatThrownBy(() -> decode(hex)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void nestedClaimsOfTheWholeRestAreRefusedAtTheSecond() {
        // 512 lists, each of which claims every byte left, would take 512 times the frame if each were believed.
        byte[] frame = new byte[5 * 1000];
        for (int i = 0; i < frame.length; i += 5) {
            int left = frame.length - i - 5;
            frame[i] = (byte) 0xdd;
            frame[i + 3] = (byte) (left >>> 8);
            frame[i + 4] = (byte) left;
        }
        assertThatThrownBy(() -> MessageCodec.decode(frame, frame.length))
                .isInstanceOf(MalformedFrameException.class)
                .extracting(e -> ((MalformedFrameException) e).offset())
                .isEqualTo(10L);
    }

    @Test
    void nestingIsFollowedToTheLimitAndNoFurther() {
        assertThat(MessageCodec.decode(nested(MessageCodec.MAX_DEPTH), 1000)).isInstanceOf(WireValue.Array.class);
        assertThatThrownBy(() -> MessageCodec.decode(nested(MessageCodec.MAX_DEPTH + 1), 1000))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("512");
        assertThatThrownBy(() -> MessageCodec.decode(nested(100_000), 200_000))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void whatIsTooDeepToReceiveIsNotSent() {
        WireValue value = new WireValue.Nil();
        for (int i = 0; i < MessageCodec.MAX_DEPTH; i++) {
            value = new WireValue.Array(List.of(value));
        }
        WireValue deepest = value;
        byte[] frame = MessageCodec.encode(deepest);
        assertThat(MessageCodec.decode(frame, frame.length)).isEqualTo(deepest);
        assertThatThrownBy(() -> MessageCodec.encode(new WireValue.Array(List.of(deepest))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFrameLargerThanAllowedIsRefusedUnread() {
        assertThatThrownBy(() -> MessageCodec.decode(new byte[11], 10))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("11")
                .hasMessageContaining("10");
        assertThat(MessageCodec.decode(new byte[] {1}, 1)).isEqualTo(WireValues.ofJson(integer(1)));
    }

    @Test
    void theOffsetNamesTheByte() {
        assertThatThrownBy(() -> decode("9101c1"))
                .hasMessage("byte 2: 1 bytes after the value; expected one value a frame");
        assertThatThrownBy(() -> decode("9201c1")).hasMessage("byte 2: reserved type byte c1");
        assertThatThrownBy(() -> decode("")).hasMessage("byte 0: the frame ends where a value was expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c328", "a1ff", "a3eda080", "a2c080", "a4f4908080"})
    void textThatIsNotUtf8IsRefused(String hex) {
        assertThatThrownBy(() -> decode(hex))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void halfASurrogatePairCannotBeSent() {
        Message message = new Message.AbortAck("a\ud800", 0);
        assertThatThrownBy(() -> MessageCodec.encode(message))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
        assertThat(MessageCodec.encodedBytes(message)).isPositive();
    }

    private static JsonNode integer(int value) {
        return IntNode.valueOf(value);
    }

    private static WireValue decode(String hex) {
        return MessageCodec.decode(HexFormat.of().parseHex(hex), 1000);
    }

    private static byte[] nested(int levels) {
        byte[] frame = new byte[levels + 1];
        Arrays.fill(frame, 0, levels, (byte) 0x91);
        frame[levels] = (byte) 0xc0;
        return frame;
    }
}
