package io.kvdrill.scenarios.conform.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no vector is refused with where it stands and what was expected. */
class VectorReaderTest {
    private static final String POLL = "{\"op\":\"poll\"}";
    private static final String VECTOR =
            "{\"name\":\"v\",\"about\":\"\",\"reference\":\"vllm-2026-08\",\"config\":{\"local\":\"h0:1\"},\"steps\":[STEPS]}";

    @Test
    void aStepKeepsItsArgumentsReturnsAndEffectsApart() {
        ConformanceVector vector = read(vector("{\"op\":\"new_request\",\"req\":\"r\",\"kv_transfer_params\":null,"
                + "\"returns\":{\"policy\":\"block_level\"},\"effects\":[{\"effect\":\"dial\",\"peer\":\"h1:1\"}]}"));

        Step step = vector.steps().get(0);
        assertThat(step.op()).isEqualTo(Op.NEW_REQUEST);
        assertThat(step.arguments().propertyNames()).containsExactly("req", "kv_transfer_params");
        assertThat(step.returns().path("policy").asString()).isEqualTo("block_level");
        assertThat(step.effects()).containsExactly(new Effect.Dial("h1:1"));
    }

    @Test
    void whatIsAbsentIsNullAndEmpty() {
        Step step = read(vector("{\"op\":\"schedule_end\"}")).steps().get(0);

        assertThat(step.returns().isNull()).isTrue();
        assertThat(step.effects()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"op":"fly"}                                      | step 0: unknown op "fly"; expected one of [inbound
            {"op":7}                                          | step 0: "op" is 7; expected text
            {"op":"frame","session":"ready","bytes":""}       | unknown op "frame"
            7                                                 | step 0: is 7; expected an object
            {"op":"poll","when":1}                            | poll: unknown argument "when"; expected []
            {"op":"advance"}                                  | advance: "ms" is missing; expected an integer from 0
            {"op":"advance","ms":-1}                          | "ms" is -1; expected an integer from 0
            {"op":"advance","ms":1.5}                         | "ms" is 1.5; expected an integer
            {"op":"advance","ms":99999999999999999999}        | "ms" is 99999999999999999999; expected an integer
            {"op":"lookup","req":"r","key":"0G"}              | "key" is "0G"; expected lower-case hexadecimal digits
            {"op":"submit_load","job":1,"req":"r","keys":["00"],"slots":[]} | "keys" and "slots" differ in length
            {"op":"complete","transfer":0,"status":"maybe"}   | "status" is "maybe"; expected "done" or "failed"
            {"op":"fail_registration","peer":"p","kind":"x"}  | expected "rejected" or "internal"
            {"op":"inbound","peer":"p","msg":{"keys":["xy"]}} | expected lower-case hexadecimal digits
            {"op":"serve","primary":{"00":{"state":"GONE"}}}  | primary "00" is {"state":"GONE"}; expected a key
            {"op":"serve","primary":{"00":{"state":"HIT"}}}   | expected a key in hexadecimal digits with {"state":"HIT"
            {"op":"drain","limit_ms":1,"during":[{"at_ms":1}]} | during: is {"at_ms":1}; expected
            {"op":"drain","limit_ms":1,"during":[{"at_ms":1,"do":{"op":"poll"}}]} | "poll" cannot stand in "during"
            {"op":"poll","effects":{}}                        | "effects" is {}; expected a list
            {"op":"poll","effects":[{"effect":"sing"}]}       | unknown effect "sing"; expected one of [send, dial
            {"op":"poll","effects":[{"effect":"dial"}]}       | effect dial: "peer" is missing; expected a value
            {"op":"poll","effects":[{"effect":"send","peer":"p","msg":"hi"}]} | expected "connect", "connect_ack"
            {"op":"poll","effects":[{"effect":"cancel","mode":"maybe","transfers":[]}]} | expected "wait" or "immediate"
            """)
    void aWrongStepIsRefused(String step, String message) {
        assertThatThrownBy(() -> read(vector(step)))
                .isInstanceOf(BadVectorException.class)
                .hasMessageStartingWith("f.jsonl:1: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":                                          | :1, column 9: not JSON
            []                                                | expected a JSON object
            {}                                                | expected "steps" (a script), "bytes"
            {"name":"v","name":"w","steps":[]}                | not JSON: Duplicate
            {"name":"v","steps":[]} {}                        | not JSON
            {"steps":[]}                                      | "name" is missing; expected text
            {"name":"v","steps":[],"reference":"vllm"}        | expected "vllm-2026-08" or "vllm-2026-10"
            {"name":"v","steps":[],"reference":"vllm-2026-08","color":1} | unknown field "color"
            {"name":"v","steps":[],"reference":"vllm-2026-08"} | vector "v": "steps" is []; expected at least one step
            {"name":"v","steps":{},"reference":"vllm-2026-08"} | "steps" is {}; expected a list
            {"name":"v","steps":[],"reference":"vllm-2026-08","config":{"x":1}} | unknown setting "x"; expected one of [local
            {"name":"v","steps":[],"reference":"vllm-2026-08","config":{"max_peers":"3"}} | "max_peers" is "3"; expected an integer
            {"name":"v","steps":[],"reference":"vllm-2026-08","config":{"wait_cancel":"no"}} | expected "release" or "keep"
            {"name":"v","steps":[],"reference":"vllm-2026-08","defect":["x"]} | has "defect" without "defect_at"
            {"name":"v","steps":[],"reference":"vllm-2026-08","defect_at":0} | "defect_at" is 0; expected the index of a step
            {"name":"v","session":"gone","bytes":"","outcome":"accepted"} | "session" is "gone"; expected "ready" or
            {"name":"v","session":"ready","bytes":"0"}        | expected lower-case hexadecimal digits
            {"kind":"riddle"}                                 | expected "fingerprint" or "block_key"
            {"kind":"block_key","hash":"00","group":-1,"key":""} | "group" is -1; expected an integer
            """)
    void aWrongLineIsRefused(String line, String message) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(BadVectorException.class)
                .hasMessageStartingWith("f.jsonl:1")
                .hasMessageContaining(message);
    }

    @Test
    void aNameIsUsedOnce() {
        VectorReader reader = new VectorReader();
        reader.read("a.jsonl", vector(POLL));
        assertThatThrownBy(() -> reader.read("b.jsonl", "\n" + vector(POLL)))
                .isInstanceOf(BadVectorException.class)
                .hasMessage("b.jsonl:2: the name \"v\" was used at a.jsonl:1; expected a name of its own");
    }

    @Test
    void filesThatHoldNoVectorsAreRefused(@TempDir Path folder) throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.jsonl"));
        Path binary = Files.write(folder.resolve("binary.jsonl"), new byte[] {'\n', (byte) 0xff, (byte) 0xfe, 0});
        Path huge = folder.resolve("huge.jsonl");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(100L << 20);
        }
        Path none = Files.createDirectory(folder.resolve("none"));

        assertThatThrownBy(() -> VectorFiles.read(List.of(empty))).hasMessageContaining("no vector in this file");
        assertThatThrownBy(() -> VectorFiles.read(List.of(binary)))
                .hasMessage(binary + ":2: not UTF-8 text; expected one JSON object a line");
        assertThatThrownBy(() -> VectorFiles.read(List.of(huge))).hasMessageContaining("expected at most 67108864");
        assertThatThrownBy(() -> VectorFiles.read(List.of(none))).hasMessageContaining("no .jsonl file");
        assertThatThrownBy(() -> VectorFiles.read(List.of(folder.resolve("missing"))))
                .hasMessageContaining("no such file or directory");
    }

    @Test
    void aDirectoryGivesItsFilesInTheOrderOfTheirNames(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("b.jsonl"), vector(POLL).replace("\"v\"", "\"second\""), StandardCharsets.UTF_8);
        Files.writeString(
                folder.resolve("a.jsonl"), vector(POLL).replace("\"v\"", "\"first\""), StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("notes.txt"), "not a vector", StandardCharsets.UTF_8);

        assertThat(VectorFiles.read(List.of(folder)).values().stream()
                        .flatMap(List::stream)
                        .map(ConformanceVector::name))
                .containsExactly("first", "second");
    }

    private static String vector(String steps) {
        return VECTOR.replace("STEPS", steps);
    }

    private static ConformanceVector read(String line) {
        return new VectorReader().read("f.jsonl", line).get(0);
    }
}
