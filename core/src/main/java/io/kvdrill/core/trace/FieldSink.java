package io.kvdrill.core.trace;

/**
 * Takes the fields of an event one after the other, as {@link EventSchema#tell} reads them: a map of names and values, whose
 * values may be lists and maps again.
 */
public interface FieldSink {
    /** Begins a map. */
    void beginMap();

    /** The name of the pair whose value comes next. */
    void name(String name);

    /** Ends the map that was begun last. */
    void endMap();

    /** Begins a list. */
    void beginList();

    /** Ends the list that was begun last. */
    void endList();

    /** There is no value. */
    void absent();

    /** A truth value. */
    void truth(boolean value);

    /** An integer. */
    void number(long value);

    /** Text. */
    void text(String value);

    /** The text that spells these bytes in lower-case hexadecimal digits. */
    void hex(byte[] bytes);
}
