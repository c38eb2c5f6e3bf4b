package io.kvdrill.scenarios.hosted;

import java.io.IOException;
import java.nio.file.Path;

/** The tiers in Python that are part of this project. */
public final class Examples {
    private Examples() {}

    /** The command of the small tier. */
    public static String smallTier() {
        return "python3 '" + Path.of(System.getProperty("basedir", "")).resolve("examples/tier/small_tier.py") + "'";
    }

    /** The folder of the vectors that were recorded from vLLM's tier. */
    public static String recordings() {
        return Path.of(System.getProperty("basedir", ""))
                .resolve("../core/src/test/resources/conformance")
                .toString();
    }

    /** Whether python3 is on the path. */
    public static boolean hasPython() {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
