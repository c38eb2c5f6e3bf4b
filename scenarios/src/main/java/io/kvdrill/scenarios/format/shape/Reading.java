package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** One attempt to read a file: what is wrong so far, and the names that were introduced. */
public final class Reading {

    /** What a name may stand for. */
    public enum Names {
        /** A peer. */
        PEER("peer"),
        /** A client's request. */
        REQUEST("request"),
        /** A workload. */
        WORKLOAD("workload"),
        /** A named moment, a fault with a name, or a request. */
        MOMENT("moment");

        private final String noun;

        Names(String noun) {
            this.noun = noun;
        }

        /** What people call it. */
        public String noun() {
            return noun;
        }
    }

    private final Problems problems;
    private final Map<Names, Map<String, Span>> introduced = new EnumMap<>(Names.class);

    /** An attempt that tells {@code problems} what is wrong. */
    public Reading(Problems problems) {
        this.problems = problems;
    }

    /** What is wrong so far. */
    public Problems problems() {
        return problems;
    }

    /** Notes that a name exists; a second one of its kind is a problem. */
    public void introduce(Names kind, String name, Span span) {
        Span earlier =
                introduced.computeIfAbsent(kind, k -> new LinkedHashMap<>()).putIfAbsent(name, span);
        if (earlier != null) {
            problems.add(
                    span,
                    "there is already a " + kind.noun() + " called '" + name + "'",
                    earlier.hasLine() ? earlier.lineSeenFrom(span) : "");
        }
    }

    /** All names of a kind so far, in the order of their introduction. */
    public Set<String> names(Names kind) {
        return Collections.unmodifiableSet(
                introduced.getOrDefault(kind, Map.of()).keySet());
    }

    /** Notes that a value is not what was expected. */
    public void mismatch(YamlValue value, String expected) {
        problems.add(value.span(), "expected " + expected + ", found " + value.kind());
    }
}
