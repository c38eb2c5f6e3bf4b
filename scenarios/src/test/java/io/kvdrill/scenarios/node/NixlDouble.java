package io.kvdrill.scenarios.node;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The double of NIXL's library, built from the sources of the module transports. */
final class NixlDouble {
    private final Path nixlLibrary;
    private final Path knobs;

    private NixlDouble(Path library, Path knobs) {
        this.nixlLibrary = library;
        this.knobs = knobs;
    }

    /** Built into a folder; tests that need it are skipped where there is no gcc. */
    static NixlDouble in(Path folder) throws IOException, InterruptedException {
        Path library = folder.resolve("libnixl_capi.so");
        @Nullable Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.isDirectory(root.resolve("transports/src/test/c"))) {
            root = root.getParent();
        }
        assumeTrue(root != null, "not exercised: there are no sources of the double here");
        int status = new ProcessBuilder(
                        "sh",
                        root + "/transports/src/main/c/build.sh",
                        System.getProperty("java.home"),
                        root + "/transports/src/test/c/nixl_double.c",
                        library.toString())
                .inheritIO()
                .start()
                .waitFor();
        assumeTrue(
                status == 0 && Files.exists(library), "not exercised: the double of NIXL cannot be built without gcc");
        return new NixlDouble(library, folder.resolve("knobs"));
    }

    Path nixlLibrary() {
        return nixlLibrary;
    }

    DataPlane plane() {
        return new DataPlane(nixlLibrary, DataPlane.UCX, Map.of("double_knobs", knobs.toString()));
    }

    /** What goes wrong from now on: words of the double's. */
    void turn(String... words) throws IOException {
        Files.write(knobs, java.util.List.of(words));
    }
}
