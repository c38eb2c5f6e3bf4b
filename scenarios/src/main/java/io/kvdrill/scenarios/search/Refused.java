package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;

/** Refusals of options, in the one form that they have. */
final class Refused {
    private Refused() {}

    static InvalidInputException option(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
