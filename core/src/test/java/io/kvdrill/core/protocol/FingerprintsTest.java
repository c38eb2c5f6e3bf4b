package io.kvdrill.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Fingerprints and block keys against recordings of vLLM; rows A162 to A164 of the parity checklist. */
class FingerprintsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<JsonNode> VECTORS = JsonLines.of("/conformance/fingerprint.jsonl");

    @TestFactory
    Stream<DynamicTest> hashesARunConfigurationAsVllmDoes() {
        return named("fingerprint")
                .map(vector -> DynamicTest.dynamicTest(vector.get("name").asString(), () -> {
                    Map<String, Object> config = map(vector.get("run_config"));
                    assertThat(Fingerprints.of(config))
                            .isEqualTo(vector.get("fingerprint").asString());
                    if (vector.has("canonical_sha256") && config != null) {
                        assertThat(Fingerprints.sha256(config))
                                .isEqualTo(vector.get("canonical_sha256").asString());
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> buildsTheRunConfigurationFromEngineParameters() {
        return named("fingerprint")
                .filter(vector -> vector.has("params"))
                .map(vector -> DynamicTest.dynamicTest(
                        vector.get("name").asString(),
                        () -> assertThat(Fingerprints.of(
                                        layout(vector.get("params")).runConfig()))
                                .isEqualTo(vector.get("fingerprint").asString())));
    }

    @TestFactory
    Stream<DynamicTest> blockKeysEndInTheGroupBigEndian() {
        return VECTORS.stream()
                .filter(vector -> vector.get("kind").asString().equals("block_key"))
                .map(vector -> DynamicTest.dynamicTest(
                        vector.get("key").asString(),
                        () -> assertThat(BlockKey.of(
                                                HexFormat.of()
                                                        .parseHex(vector.get("hash")
                                                                .asString()),
                                                (int) vector.get("group").asLong())
                                        .hex())
                                .isEqualTo(vector.get("key").asString())));
    }

    @Test
    void sizesCountOnlyWhenTheLayoutDependsOnThem() {
        EngineLayout two = layout(2, false);
        EngineLayout four = layout(4, false);

        assertThat(Fingerprints.of(two.runConfig())).isNotEqualTo(Fingerprints.of(four.runConfig()));
        assertThat(two.runConfig()).containsEntry("parallel_agnostic", false);
        assertThat(Fingerprints.of(layout(2, true).runConfig()))
                .isEqualTo(Fingerprints.of(layout(4, true).runConfig()));
    }

    @Test
    void keysSortByCodePointAndNotByUtf16Unit() {
        String astral = "\ud83d\ude00"; // U+1F600
        String lateInTheBasicPlane = "\uff5e"; // U+FF5E, above the surrogates
        assertThat(CanonicalJson.of(Map.of(astral, 1, lateInTheBasicPlane, 2)))
                .isEqualTo("{\"\\uff5e\":2,\"\\ud83d\\ude00\":1}");
    }

    @Test
    void refusesWhatHasNoCanonicalForm() {
        assertThatThrownBy(() -> Fingerprints.of(Map.of("a", List.of(1.5))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(".a[0]")
                .hasMessageContaining("Double");
    }

    private static EngineLayout layout(long tpSize, boolean agnostic) {
        return new EngineLayout("m/x", 16, 4, tpSize, 1, 1, 1, "torch.bfloat16", List.of(), agnostic, false);
    }

    private static EngineLayout layout(JsonNode params) {
        List<EngineLayout.KvGroup> groups = new ArrayList<>();
        for (JsonNode group : params.get("groups")) {
            List<String> names = new ArrayList<>();
            group.get("layer_names").forEach(name -> names.add(name.asString()));
            groups.add(new EngineLayout.KvGroup(group.get("tokens_per_block").asLong(), names));
        }
        return new EngineLayout(
                params.get("model_name").asString(),
                params.get("tokens_per_hash").asLong(),
                params.get("blocks_per_chunk").asLong(),
                params.get("tp_size").asLong(),
                params.get("pp_size").asLong(),
                params.get("pcp_size").asLong(),
                params.get("dcp_size").asLong(),
                params.get("dtype").asString(),
                groups,
                params.get("parallelism_agnostic").asBoolean(),
                params.get("replicated_layout").asBoolean());
    }

    private static Stream<JsonNode> named(String kind) {
        return VECTORS.stream().filter(vector -> vector.get("kind").asString().equals(kind));
    }

    @SuppressWarnings("unchecked") // a JSON object is a map with text keys
    private static @Nullable Map<String, Object> map(JsonNode json) {
        return json.isNull() ? null : MAPPER.convertValue(json, Map.class);
    }
}
