package io.kvdrill.sim.world;

import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a prompt, as named pieces: equal names stand for equal tokens. Two prompts share the blocks of their
 * common beginning, as prefix caching has it: a block's key names everything from the first token to its end.
 *
 * @param segments pieces in order
 */
public record Prompt(List<Segment> segments) {

    /**
     * Tokens that have a name; of two segments of one name, the shorter is the beginning of the longer.
     *
     * @param text its name
     * @param tokens how many of it
     */
    public record Segment(String text, int tokens) {}

    /** Keeps an immutable copy. */
    public Prompt {
        segments = List.copyOf(segments);
    }

    /** A prompt that is one segment. */
    public static Prompt of(String text, int tokens) {
        return new Prompt(List.of(new Segment(text, tokens)));
    }

    /** This prompt and then some. */
    public Prompt then(String text, int tokens) {
        List<Segment> longer = new ArrayList<>(segments);
        longer.add(new Segment(text, tokens));
        return new Prompt(longer);
    }

    /** All its tokens. */
    public long tokens() {
        return segments.stream().mapToLong(Segment::tokens).sum();
    }
}
