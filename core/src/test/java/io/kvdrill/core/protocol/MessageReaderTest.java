package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import io.kvdrill.core.protocol.WireValue.Binary;
import io.kvdrill.core.protocol.WireValue.Entry;
import io.kvdrill.core.protocol.WireValue.Int;
import io.kvdrill.core.protocol.WireValue.Mapping;
import io.kvdrill.core.protocol.WireValue.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statement 32 of the invariants, and the unchecked shapes of protocol.md section 2, where the recorded vectors do not reach. */
class MessageReaderTest {
    private static final MessageReader AUGUST = new MessageReader(KeyElements.COERCED, IntegerChecks.SIGN_ONLY);
    private static final MessageReader HARDENED = new MessageReader(KeyElements.BYTES_ONLY, IntegerChecks.RANGES);
    private static final Message.Connect CONNECT =
            new Message.Connect("h1:1", Bytes.ofHex("01"), 4096, 64, 4096, "", "seed", 7L);

    @Test
    void aMessageNeedsNoReading() {
        Message message = new Message.TransferDone("A", true, -1);
        assertThat(HARDENED.read(message)).isEqualTo(new Reading.Valid(message));
    }

    @Test
    void aKeyThatIsAnIntegerBecomesThatManyZeroBytes() {
        assertThat(AUGUST.read(lookup(integer(3))))
                .isEqualTo(new Reading.Valid(new Message.Lookup("A", List.of(BlockKey.ofHex("000000")), 0)));
    }

    @Test
    void zeroBytesAreLimitedForTheWholeMessage() {
        WireValue half = integer(KeyCoercion.MAX_ZERO_BYTES / 2);
        assertThat(AUGUST.read(lookup(half, half))).isInstanceOf(Reading.Valid.class);
        assertThat(AUGUST.read(lookup(half, half, integer(1)))).isInstanceOf(Reading.InternalError.class);
        assertThat(AUGUST.read(lookup(integer(Integer.MAX_VALUE)))).isInstanceOf(Reading.InternalError.class);
    }

    @Test
    void aKeyThatIsAListOrMapOfSmallIntegersBecomesThoseBytes() {
        WireValue list = new WireValue.Array(List.of(integer(255), new WireValue.Bool(true)));
        WireValue map = new Mapping(List.of(
                new Entry(integer(2), new WireValue.Nil()),
                new Entry(integer(1), new WireValue.Nil()),
                new Entry(new WireValue.Bool(true), new WireValue.Nil())));
        assertThat(AUGUST.read(lookup(list, map)))
                .isEqualTo(new Reading.Valid(
                        new Message.Lookup("A", List.of(BlockKey.ofHex("ff01"), BlockKey.ofHex("0201")), 0)));
    }

    @Test
    void theFirstBadByteOfAListDecides() {
        WireValue range = integer(256);
        WireValue text = new Text("a");
        assertThat(AUGUST.read(lookup(new WireValue.Array(List.of(range, text)))))
                .isInstanceOf(Reading.Violation.class);
        assertThat(AUGUST.read(lookup(new WireValue.Array(List.of(text, range)))))
                .isInstanceOf(Reading.InternalError.class);
    }

    @Test
    void hardenedRulesTakeBytesOnlyAsKeys() {
        assertThat(HARDENED.read(lookup(new Binary(Bytes.ofHex("01"))))).isInstanceOf(Reading.Valid.class);
        for (WireValue element : List.of(integer(1), new Text("k"), new WireValue.Nil(), new Mapping(List.of()))) {
            assertThat(HARDENED.read(lookup(element)))
                    .isInstanceOfSatisfying(
                            Reading.Violation.class,
                            violation -> assertThat(violation.reason()).contains("keys", "expected bytes"));
        }
    }

    @Test
    void aViolationGoesBeforeAnInternalError() {
        Mapping fetch = map(
                entry("type", new Text("fetch")),
                entry("kv_request_id", new Text("A")),
                entry("keys", new WireValue.Array(List.of(new Text("k")))),
                entry("block_indexes", new WireValue.Array(List.of(integer(-1)))),
                entry("round_seq", integer(0)));
        assertThat(read(AUGUST, fetch)).isInstanceOf(Reading.Violation.class);
    }

    @ParameterizedTest
    @EnumSource(IntegerChecks.class)
    void aFingerprintThatSaysNothingIsNone(IntegerChecks checks) {
        MessageReader reader = new MessageReader(KeyElements.COERCED, checks);
        for (WireValue falsy : List.of(
                new WireValue.Nil(),
                new WireValue.Bool(false),
                integer(0),
                new WireValue.Float64(-0.0),
                new Text(""),
                new Binary(Bytes.ofHex("")),
                new WireValue.Array(List.of()),
                new Mapping(List.of()))) {
            assertThat(connectWith(reader, "config_fingerprint", falsy).fingerprint())
                    .isEmpty();
        }
    }

    @Test
    void aFingerprintThatIsNoTextEqualsNoFingerprint() {
        for (WireValue truthy : List.of(new WireValue.Bool(true), integer(7), new Binary(Bytes.ofHex("41")))) {
            assertThat(connectWith(AUGUST, "config_fingerprint", truthy).fingerprint())
                    .isNotEmpty()
                    .doesNotMatch("\\P{Cntrl}*");
        }
    }

    @Test
    void extensionsOfTheWrongTypeAreUnknownFieldsToOldRulesAndViolationsToHardenedOnes() {
        for (WireValue wrong : List.of(new Text("7"), integer(-1), new WireValue.Bool(true), new WireValue.Nil())) {
            assertThat(connectWith(AUGUST, "kvdrill_epoch", wrong).epoch()).isNull();
            assertThat(read(HARDENED, withField(CONNECT, "kvdrill_epoch", wrong)))
                    .isInstanceOf(Reading.Violation.class);
            Message response = new Message.LookupResponse("A", List.of(), List.of(), null);
            assertThat(read(AUGUST, withField(response, "kvdrill_round", wrong)))
                    .isEqualTo(new Reading.Valid(response));
            assertThat(read(HARDENED, withField(response, "kvdrill_round", wrong)))
                    .isInstanceOf(Reading.Violation.class);
        }
        assertThat(read(HARDENED, MessageCodec.toWire(CONNECT))).isEqualTo(new Reading.Valid(CONNECT));
    }

    @Test
    void hardenedRulesBoundCountsByASignedLongAndTheRegionByTheAddressSpace() {
        BigInteger tooMuch = BigInteger.ONE.shiftLeft(63);
        for (String field : List.of("num_blocks", "block_len")) {
            assertThat(read(HARDENED, withField(CONNECT, field, new Int(tooMuch))))
                    .isInstanceOf(Reading.Violation.class);
            assertThat(read(AUGUST, withField(CONNECT, field, new Int(tooMuch))))
                    .isInstanceOf(Reading.Valid.class);
        }
        assertThat(connectWith(HARDENED, "base_addr", new Int(tooMuch)).baseAddress())
                .isEqualTo(Long.MIN_VALUE);

        WireValue blocks = new Int(BigInteger.ONE.shiftLeft(52)); // times 2^12 is 2^64
        assertThat(read(HARDENED, withField(CONNECT, "num_blocks", blocks))).isInstanceOf(Reading.Violation.class);
        WireValue fewer = new Int(BigInteger.ONE.shiftLeft(52).subtract(BigInteger.ONE));
        assertThat(read(HARDENED, withField(CONNECT, "num_blocks", fewer))).isInstanceOf(Reading.Valid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetch", "lookup", "transfer_done", "abort_fetch", "abort_ack"})
    void reasonsNameMessageFieldExpectationAndFinding(String type) {
        assertThat(read(HARDENED, map(entry("type", new Text(type)))))
                .isInstanceOfSatisfying(
                        Reading.Violation.class,
                        violation -> assertThat(violation.reason())
                                .isEqualTo(type + ": kv_request_id is missing; expected text"));
    }

    @Test
    void reasonsStayShortWhateverThePeerSends() {
        Reading reading = read(HARDENED, map(entry("type", new Text("x".repeat(100_000)))));
        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Ignored.class,
                        ignored -> assertThat(ignored.reason()).hasSizeLessThan(200));
    }

    private static Message.Connect connectWith(MessageReader reader, String field, WireValue value) {
        Reading reading = read(reader, withField(CONNECT, field, value));
        assertThat(reading).isInstanceOf(Reading.Valid.class);
        return (Message.Connect) ((Reading.Valid) reading).message();
    }

    private static Reading read(MessageReader reader, Mapping map) {
        return reader.read(new RawPayload(map, 0));
    }

    /** The message with one more entry, which counts, being the last. */
    private static Mapping withField(Message message, String field, WireValue value) {
        List<Entry> entries = new ArrayList<>(MessageCodec.toWire(message).entries());
        entries.add(entry(field, value));
        return new Mapping(entries);
    }

    private static RawPayload lookup(WireValue... keys) {
        return new RawPayload(
                map(
                        entry("type", new Text("lookup")),
                        entry("kv_request_id", new Text("A")),
                        entry("keys", new WireValue.Array(List.of(keys))),
                        entry("round_seq", integer(0))),
                0);
    }

    private static Mapping map(Entry... entries) {
        return new Mapping(List.of(entries));
    }

    private static Entry entry(String field, WireValue value) {
        return new Entry(new Text(field), value);
    }

    private static Int integer(long value) {
        return new Int(BigInteger.valueOf(value));
    }
}
