package io.kvdrill.reports.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** What is wrong with a text that should be JSON or YAML, in words for people who do not know who reads it. */
public final class JsonProblem {
    private JsonProblem() {}

    /** The problem, with the place in the text where one is known: {@code it ends too early (line 3, column 9)}. */
    public static String of(JacksonException problem) {
        return what(problem) + where(problem.getLocation());
    }

    /** The same of a text of one line: with the column only. */
    public static String inLine(JacksonException problem) {
        TokenStreamLocation place = problem.getLocation();
        return what(problem)
                + (place == null || place.getColumnNr() < 1 ? "" : " (column " + place.getColumnNr() + ")");
    }

    private static String what(JacksonException problem) {
        if (problem instanceof UnexpectedEndOfInputException) {
            return "it ends too early";
        } else if (problem instanceof StreamConstraintsException) {
            return "it is nested too deeply, or a name, a text or a number in it is too long";
        } else if (problem instanceof StreamReadException) {
            return "it cannot be parsed, or a name comes twice in one object";
        }
        return "a value in it is not of the kind that is expected there, or something follows its end";
    }

    private static String where(TokenStreamLocation place) {
        if (place == null || place.getLineNr() < 1 || place.getColumnNr() < 1) {
            return "";
        }
        return " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")";
    }
}
