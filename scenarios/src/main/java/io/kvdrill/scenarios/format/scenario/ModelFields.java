package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.preset.ModelPreset;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.sim.world.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code model} of a scenario. */
final class ModelFields {

    /**
     * A model, and what its engines do unless a peer says otherwise.
     *
     * @param prefillTokensPerSecond null for what every peer does
     * @param stepNanos null for what every peer does
     */
    record Served(
            Model model,
            @Nullable Long prefillTokensPerSecond,
            @Nullable Long stepNanos) {}

    private static final WordType<ModelPreset> PRESETS = presets();

    private static final Field<ModelPreset> PRESET = Field.optional("preset", PRESETS, "Llama 3.1 8B in bf16")
            .about("a model by name, with the speeds of its engines where they are known")
            .example("gpt-oss-120b");
    private static final Field<Long> KV_BLOCK = Field.optional("kv_block", Scalars.SIZE, "the preset's, or 2MiB")
            .about("bytes of one KV block")
            .example("2MiB");
    private static final Field<Integer> TOKENS_PER_BLOCK = Field.optional(
                    "tokens_per_block", Scalars.count("a number of tokens", 1, 1 << 20), "the preset's, or 16")
            .about("tokens whose keys and values one block holds")
            .example("64");

    static final Field<Served> MODEL = Field.of(
                    "model",
                    new Either<>(
                            servedPresets(),
                            new Shape<>(
                                    "a model",
                                    "The served model, as far as its KV cache goes",
                                    List.of(PRESET, KV_BLOCK, TOKENS_PER_BLOCK),
                                    ModelFields::served)),
                    "{}")
            .about(
                    "the served model: a preset (`kvdrill explain models`), or its numbers; the default is Llama 3.1 8B in bf16")
            .example("llama-3.1-70b-tp4");

    private ModelFields() {}

    private static Served served(Values values) {
        ModelPreset preset = values.find(PRESET).orElse(null);
        if (preset == null) {
            int tokens = values.find(TOKENS_PER_BLOCK).orElse(Model.DEFAULT.tokensPerBlock());
            return new Served(new Model(values.find(KV_BLOCK).orElse(Model.DEFAULT.blockBytes()), tokens), null, null);
        }
        Model model = preset.model(values.find(TOKENS_PER_BLOCK).orElse(preset.tokensPerBlock()));
        long block = values.find(KV_BLOCK).orElse(model.blockBytes());
        return new Served(
                new Model(block, model.tokensPerBlock()), preset.prefillTokensPerSecond(), preset.stepNanos());
    }

    private static WordType<ModelPreset> presets() {
        WordType<ModelPreset> words = WordType.named("model");
        for (ModelPreset preset : ModelPreset.all()) {
            words = words.word(preset.name(), preset, preset.about());
        }
        return words;
    }

    private static WordType<Served> servedPresets() {
        WordType<Served> words = WordType.named("model");
        for (ModelPreset preset : ModelPreset.all()) {
            Served served = new Served(
                    preset.model(preset.tokensPerBlock()), preset.prefillTokensPerSecond(), preset.stepNanos());
            words = words.word(preset.name(), served, preset.about());
        }
        return words;
    }
}
