package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is alike in differences that have one reason: the op, the rules of FORMAT.md section 8, and the kinds of messages,
 * effects and results on either side; without peers, requests, jobs, blocks and times.
 */
final class Shape {
    /** A value that says what kind of thing it stands in, or a word that is an answer. */
    private static final Pattern TELLING = Pattern.compile(
            "\"(?:type|effect|raises|policy|outcome|failed|mode|success)\":\"?(\\w+)\"?"
                    + "|\\b(true|false|HIT|MISS|RETRY|HIT_PENDING|new_request|lookup|create_store_job|request_finished)\\b");

    private static final int MOST_WORDS = 6;

    private Shape() {}

    /** As a text of one line, without vertical bars and backticks. */
    static String of(Mismatch mismatch) {
        List<String> parts = new ArrayList<>();
        for (Difference difference : mismatch.differences()) {
            parts.add(rule(difference.rule()) + ": " + words(difference.expected()) + " -> "
                    + words(difference.actual()));
        }
        return mismatch.op() + "; " + String.join("; ", parts);
    }

    /** The rule without where it was broken. */
    private static String rule(String rule) {
        return rule.replaceAll(" (?:to|of context|of job) .*", "");
    }

    private static String words(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = TELLING.matcher(text);
        while (matcher.find()) {
            String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            if (words.isEmpty() || !words.get(words.size() - 1).equals(word)) {
                words.add(word);
            }
        }
        if (words.isEmpty()) {
            return "nothing";
        }
        return String.join(" ", words.subList(0, Math.min(MOST_WORDS, words.size())))
                + (words.size() > MOST_WORDS ? " ..." : "");
    }
}
