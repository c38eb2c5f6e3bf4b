package io.kvdrill.scenarios.format.yaml;

/** How large an input may be. Files written by people are far below; what is beyond is a mistake or an attack. */
public final class YamlLimits {
    /** Largest file, in bytes; larger ones are refused before they are parsed. */
    public static final int MOST_BYTES = 4 << 20;

    /** Deepest nesting. */
    public static final int DEEPEST = 32;

    /** Most values in a file, with every alias counted as what it stands for. */
    public static final int MOST_VALUES = 200_000;

    private YamlLimits() {}
}
