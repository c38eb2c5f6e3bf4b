package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.sim.world.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prompts as mappings from a piece of text, by its name, to its tokens. */
final class Prompts {
    static final int MOST_TOKENS = 1 << 24;

    /** {@code {system: 1024, question: 200}}. */
    static final MapType<Integer> PROMPT = new MapType<>(
            "piece of text", Scalars.count("a number of tokens", 1, MOST_TOKENS), (entry, reading) -> true);

    private Prompts() {}

    static Prompt of(Map<String, Integer> pieces) {
        List<Prompt.Segment> segments = new ArrayList<>();
        pieces.forEach((text, tokens) -> segments.add(new Prompt.Segment(text, tokens)));
        return new Prompt(segments);
    }
}
