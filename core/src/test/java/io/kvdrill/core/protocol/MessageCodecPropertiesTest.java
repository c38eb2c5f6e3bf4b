package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import io.kvdrill.core.protocol.MessageArbitraries.AnyMessage;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What holds of every message and of every run of bytes. */
@Domain(MessageArbitraries.class)
@Domain(DomainContext.Global.class)
class MessageCodecPropertiesTest {
    private static final MessageReader AUGUST = new MessageReader(KeyElements.COERCED, IntegerChecks.SIGN_ONLY);
    private static final MessageReader HARDENED = new MessageReader(KeyElements.BYTES_ONLY, IntegerChecks.RANGES);

    @Property
    void aMessageSurvivesTheWire(@ForAll AnyMessage any) {
        byte[] frame = MessageCodec.encode(any.message());
        RawPayload payload = new RawPayload(MessageCodec.decode(frame, frame.length), frame.length);
        assertThat(AUGUST.read(payload)).isEqualTo(new Reading.Valid(any.message()));
    }

    @Property
    void theSizeIsKnownWithoutEncoding(@ForAll AnyMessage any) {
        assertThat(MessageCodec.encodedBytes(any.message())).isEqualTo(MessageCodec.encode(any.message()).length);
    }

    @Property
    void theValueOfAMessageEncodesAsTheMessageDoes(@ForAll AnyMessage any) {
        WireValue value = MessageCodec.toWire(any.message());
        byte[] frame = MessageCodec.encode(any.message());
        assertThat(MessageCodec.encode(value)).isEqualTo(frame);
        assertThat(MessageCodec.decode(frame, frame.length)).isEqualTo(value);
    }

    @Property
    void randomBytesDecodeOrAreRefused(@ForAll byte[] frame) {
        readWhateverItIs(frame);
    }

    @Property
    void damagedMessagesDecodeOrAreRefused(
            @ForAll AnyMessage any, @ForAll @Size(min = 1, max = 8) int[] places, @ForAll byte[] damage) {
        byte[] frame = MessageCodec.encode(any.message());
        for (int i = 0; i < Math.min(places.length, damage.length); i++) {
            frame[Math.floorMod(places[i], frame.length)] = damage[i];
        }
        readWhateverItIs(frame);
    }

    @Property
    void aFrameCutShortIsRefused(@ForAll AnyMessage any, @ForAll int cut) {
        byte[] frame = MessageCodec.encode(any.message());
        byte[] shorter = Arrays.copyOf(frame, Math.floorMod(cut, frame.length));
        assertThatThrownBy(() -> MessageCodec.decode(shorter, frame.length))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Property
    void decodingAllocatesASmallMultipleOfTheFrame(@ForAll @Size(max = 2000) byte[] frame) {
        decodeQuietly(frame); // classes and buffers of the library
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        decodeQuietly(frame);
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000L + 200L * frame.length);
    }

    private static void decodeQuietly(byte[] frame) {
        try {
            MessageCodec.decode(frame, frame.length);
        } catch (MalformedFrameException e) {
            assertThat(e).hasMessageContaining("byte ");
        }
    }

    private static void readWhateverItIs(byte[] frame) {
        WireValue value;
        try {
            value = MessageCodec.decode(frame, frame.length);
        } catch (MalformedFrameException e) {
            assertThat(e.offset()).isBetween(0L, (long) frame.length);
            return;
        }
        for (MessageReader reader : new MessageReader[] {AUGUST, HARDENED}) {
            Reading reading = reader.read(new RawPayload(value, frame.length));
            if (reading instanceof Reading.Valid valid) {
                // Whatever a peer sent, the message that came of it can be sent on and measured.
                assertThat(MessageCodec.encodedBytes(valid.message()))
                        .isEqualTo(MessageCodec.encode(valid.message()).length);
            }
        }
    }
}
