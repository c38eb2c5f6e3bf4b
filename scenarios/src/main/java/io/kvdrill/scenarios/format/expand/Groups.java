package io.kvdrill.scenarios.format.expand;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The names of one kind in a file, and the names that stand for several of them. */
final class Groups {
    /** One digit or letter of a range. */
    private static final Pattern RANGE = Pattern.compile("\\[[A-Za-z0-9]-[A-Za-z0-9]]");

    private final Set<String> single = new LinkedHashSet<>();
    private final Map<String, List<String>> groups = new LinkedHashMap<>();

    /** Notes a name, and the groups that it belongs to. */
    void add(String name, List<String> memberOf) {
        single.add(name);
        for (String group : memberOf) {
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(name);
        }
    }

    /** All names, in order. */
    List<String> all() {
        return List.copyOf(single);
    }

    /** Whether a text stands for several names, or for what a pattern finds. */
    boolean isGroup(String text) {
        return !single.contains(text)
                && (groups.containsKey(text)
                        || text.contains("*")
                        || RANGE.matcher(text).find());
    }

    /** The names that a text stands for: itself, unless it is a group or a pattern that finds something. */
    List<String> resolve(String text) {
        if (!isGroup(text)) {
            return List.of(text);
        }
        List<String> members = groups.get(text);
        if (members != null) {
            return members;
        }
        Predicate<String> pattern = pattern(text).asMatchPredicate();
        List<String> found = single.stream().filter(pattern).toList();
        return found.isEmpty() ? List.of(text) : found;
    }

    private static Pattern pattern(String text) {
        StringBuilder regex = new StringBuilder();
        Matcher range = RANGE.matcher(text);
        int end = 0;
        while (range.find()) {
            regex.append(literal(text.substring(end, range.start()))).append(range.group());
            end = range.end();
        }
        regex.append(literal(text.substring(end)));
        try {
            return Pattern.compile(regex.toString());
        } catch (PatternSyntaxException e) {
            return Pattern.compile(Pattern.quote(text)); // a range from high to low finds nothing
        }
    }

    private static String literal(String text) {
        return Pattern.quote(text).replace("*", "\\E.*\\Q");
    }
}
