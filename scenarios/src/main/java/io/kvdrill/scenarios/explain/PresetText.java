package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.format.preset.ModelPreset;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Models by name, in words. */
final class PresetText {
    /** What to ask for to see all of them. */
    static final String MODELS = "models";

    private static final PeerSpec USUAL = PeerSpec.of("usual", "10.0.0.1");

    private PresetText() {}

    static List<String> names() {
        return ModelPreset.all().stream().map(ModelPreset::name).toList();
    }

    /** A line for each. */
    static String models() {
        StringBuilder out = new StringBuilder(Wrap.words(
                "Models that a scenario may name, such as model: llama-3.1-70b-tp4. `kvdrill explain NAME` tells where the"
                        + " numbers of one are from.",
                "",
                ""));
        out.append('\n');
        for (ModelPreset preset : ModelPreset.all()) {
            out.append(String.format(
                    Locale.ROOT,
                    "  %-18s %9s B for %2d tokens  %s%n",
                    preset.name(),
                    Texts.count(preset.kvBytesPerToken() * preset.tokensPerBlock()),
                    preset.tokensPerBlock(),
                    preset.about()));
        }
        return out.toString();
    }

    /** One of them, with its sources; empty if there is none of that name. */
    static Optional<String> model(String name) {
        return ModelPreset.named(name).map(PresetText::of);
    }

    private static String of(ModelPreset preset) {
        Long prefill = preset.prefillTokensPerSecond();
        Long step = preset.stepNanos();
        return Wrap.words("model " + preset.name() + ": " + preset.about(), "", "  ")
                + Wrap.words(
                        "KV cache: " + Texts.count(preset.kvBytesPerToken()) + " bytes for each token, "
                                + Texts.count(preset.kvBytesPerToken() * preset.tokensPerBlock()) + " for a block of "
                                + preset.tokensPerBlock() + ": " + preset.kvSource(),
                        "  ",
                        "    ")
                + Wrap.words(
                        prefill == null
                                ? "prefill: nobody has published it; " + USUAL.prefillTokensPerSecond()
                                        + " tok/s, as anywhere"
                                : "prefill: " + prefill + " tok/s: " + preset.prefillSource(),
                        "  ",
                        "    ")
                + Wrap.words(
                        step == null
                                ? "step: nobody has published it; " + Texts.duration(USUAL.stepNanos())
                                        + ", as anywhere"
                                : "step: " + Texts.duration(step) + ": " + preset.stepSource(),
                        "  ",
                        "    ")
                + Wrap.words("as in: model: " + preset.name(), "  ", "    ");
    }
}
