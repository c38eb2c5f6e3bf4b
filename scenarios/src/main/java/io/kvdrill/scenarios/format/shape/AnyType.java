package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;

/** A value that is handed on as it is written, for something else to read. */
public final class AnyType implements Type<YamlValue> {
    private final String name;
    private final String expected;

    /**
     * A type.
     *
     * @param name a few words, for tables
     * @param expected with its article
     */
    public AnyType(String name, String expected) {
        this.name = name;
        this.expected = expected;
    }

    /** A few words, for tables. */
    public String name() {
        return name;
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public YamlValue read(YamlValue value, Reading reading) {
        return value;
    }
}
