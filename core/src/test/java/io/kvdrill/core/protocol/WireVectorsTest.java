package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * What a peer's bytes lead to, against recordings of vLLM. A session's own checks (compatibility, a duplicate connect)
 * come after the reader, so there a valid reading may still end in a disconnect. Rows A12 to A20 and A96 to A100 of the
 * parity checklist.
 */
class WireVectorsTest {
    private static final List<JsonNode> VECTORS = JsonLines.of("/conformance/wire.jsonl");
    private static final MessageReader AUGUST = new MessageReader(KeyElements.COERCED, IntegerChecks.SIGN_ONLY);

    /** Connects that are well-formed and refused by the session for their content, or because it is ready. */
    private static final List<String> JUDGED_BY_THE_SESSION = List.of(
            "connect-block-len-other",
            "connect-block-len-true",
            "connect-config-fingerprint-other",
            "connect-config-fingerprint-int",
            "connect-hash-seed-empty",
            "connect-hash-seed-other",
            "connect-on-ready-session");

    @TestFactory
    Stream<DynamicTest> readsAsVllmDoes() {
        return VECTORS.stream()
                .map(vector -> DynamicTest.dynamicTest(
                        vector.get("name").asString(),
                        () -> assertThat(outcome(vector)).isEqualTo(expected(vector))));
    }

    @TestFactory
    Stream<DynamicTest> decodesToTheRecordedValue() {
        return VECTORS.stream()
                .filter(vector -> vector.has("message"))
                .map(vector -> DynamicTest.dynamicTest(
                        vector.get("name").asString(),
                        () -> assertThat(WireValues.withoutRepeatedKeys(decode(vector)))
                                .isEqualTo(WireValues.ofJson(vector.get("message")))));
    }

    @TestFactory
    Stream<DynamicTest> encodesTheRecordedValueInTheSameBytes() {
        return VECTORS.stream()
                .filter(vector -> vector.has("message"))
                .filter(vector -> !vector.get("name").asString().startsWith("bytes-"))
                .map(vector -> DynamicTest.dynamicTest(
                        vector.get("name").asString(),
                        () -> assertThat(HexFormat.of()
                                        .formatHex(MessageCodec.encode(WireValues.ofJson(vector.get("message")))))
                                .isEqualTo(vector.get("bytes").asString())));
    }

    @Test
    void hardenedRulesTurnOnlyToleratedShapesIntoViolations() {
        MessageReader hardened = new MessageReader(KeyElements.BYTES_ONLY, IntegerChecks.RANGES);
        List<String> stricter = VECTORS.stream()
                .filter(vector -> !outcome(hardened, vector).equals(outcome(AUGUST, vector)))
                .map(vector -> vector.get("name").asString())
                .toList();

        assertThat(stricter)
                .isNotEmpty()
                .allMatch(name -> name.contains("-true")
                        || name.contains("-false")
                        || name.contains("max-uint64")
                        || name.contains("keys-element"));
        assertThat(VECTORS.stream()
                        .filter(vector -> stricter.contains(vector.get("name").asString()))
                        .map(vector -> outcome(hardened, vector)))
                .containsOnly("violation");
    }

    private static WireValue decode(JsonNode vector) {
        byte[] frame = HexFormat.of().parseHex(vector.get("bytes").asString());
        return MessageCodec.decode(frame, frame.length);
    }

    private static String outcome(JsonNode vector) {
        return outcome(AUGUST, vector);
    }

    private static String outcome(MessageReader reader, JsonNode vector) {
        WireValue value;
        try {
            value = decode(vector);
        } catch (MalformedFrameException e) {
            return "undecodable";
        }
        Reading reading = reader.read(new RawPayload(value, 0));
        if (reading instanceof Reading.Valid) {
            return "valid";
        }
        if (reading instanceof Reading.Violation) {
            return "violation";
        }
        return reading instanceof Reading.Ignored ? "ignored" : "internal error";
    }

    private static String expected(JsonNode vector) {
        return switch (vector.get("outcome").asString()) {
            case "accepted" -> "valid";
            case "ignored" -> vector.get("stage").asString().equals("decode") ? "undecodable" : "ignored";
            case "dispatch_error" -> "internal error";
            case "disconnect" ->
                JUDGED_BY_THE_SESSION.contains(vector.get("name").asString()) ? "valid" : "violation";
            default -> throw new AssertionError(vector);
        };
    }
}
