package io.kvdrill.scenarios.run;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Faults without a name, which a run calls by their places in its world, by where a person finds them. */
final class FaultNames {
    private static final Pattern NAMELESS = Pattern.compile("\\bfault faults\\[(\\d{1,9})](?: \\((\\w+)\\))?");

    private final List<String> places;

    /**
     * Names in a text.
     *
     * @param places where each fault is written, in the order of the world; empty where no text says it
     */
    FaultNames(List<String> places) {
        this.places = places;
    }

    /** The text with {@code fault faults[0] (restart)} as {@code the fault in line 12 (restart)}. */
    String inText(String text) {
        return NAMELESS.matcher(text)
                .replaceAll(fault -> Matcher.quoteReplacement(name(fault.group(1), fault.group(2))));
    }

    private String name(String place, @Nullable String kind) {
        int index = Integer.parseInt(place);
        String name = index < places.size() ? "the fault in " + places.get(index) : "fault " + (index + 1);
        return name + (kind == null ? "" : " (" + kind + ")");
    }
}
