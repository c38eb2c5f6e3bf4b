package io.kvdrill.scenarios.format.include;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;

/** Where the files lie that a file includes. */
public interface Parts {

    /**
     * A file to include.
     *
     * @param identity the same for the same file, however it was named
     * @param text what it holds
     * @param parts where the files lie that it includes itself
     */
    record Part(String identity, Source text, Parts parts) {}

    /** For a text that lies in no folder, and so includes nothing. */
    Parts NONE = (path, span) -> {
        throw new InvalidInputException(span, "a file can be included by a file only", "");
    };

    /**
     * The file of a path.
     *
     * @param path as it is written
     * @param span where
     * @throws InvalidInputException if there is none, or it may not be included
     */
    Part open(String path, Span span);
}
