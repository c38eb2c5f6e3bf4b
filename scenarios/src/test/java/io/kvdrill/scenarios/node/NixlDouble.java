package io.kvdrill.scenarios.node;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.transports.nixl.NixlLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The double of NIXL's library, built from the sources of the module transports; or the library that {@code
 * KVDRILL_NIXL_LIB} names, which has no knobs.
 */
final class NixlDouble {
    private final Path nixlLibrary;
    private final @Nullable Path knobs;

    private NixlDouble(Path library, @Nullable Path knobs) {
        this.nixlLibrary = library;
        this.knobs = knobs;
    }

    /** Built into a folder; tests that need it are skipped where there is no gcc. */
    static NixlDouble in(Path folder) throws IOException, InterruptedException {
        String named = System.getenv(NixlLibraries.VARIABLE);
        return named != null && !named.isBlank() ? new NixlDouble(Path.of(named), null) : builtIn(folder);
    }

    private static NixlDouble builtIn(Path folder) throws IOException, InterruptedException {
        return built(folder, sources().resolve("nixl_double.c"));
    }

    /** The double, which prints to the standard output when it is loaded, as UCX does there. */
    static NixlDouble talking(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("talking.c");
        Files.writeString(source, """
                #include "%s"
                #include <stdio.h>
                __attribute__((constructor)) static void talk(void) {
                    printf("UCX  WARN  a library says something\\nand does not end its");
                    fflush(stdout);
                }
                """.formatted(sources().resolve("nixl_double.c")));
        return built(folder, source);
    }

    private static Path sources() {
        @Nullable Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.isDirectory(root.resolve("transports/src/test/c"))) {
            root = root.getParent();
        }
        assumeTrue(root != null, "not exercised: there are no sources of the double here");
        return Objects.requireNonNull(root).resolve("transports/src/test/c");
    }

    private static NixlDouble built(Path folder, Path source) throws IOException, InterruptedException {
        Path library = folder.resolve("libnixl_capi.so");
        int status = new ProcessBuilder(
                        "sh",
                        sources().resolve("../../main/c/build.sh").toString(),
                        System.getProperty("java.home"),
                        source.toString(),
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
        return new DataPlane(
                nixlLibrary, DataPlane.UCX, knobs == null ? Map.of() : Map.of("double_knobs", knobs.toString()));
    }

    /** What goes wrong from now on: words of the double's. Tests that ask for it are skipped on a real library. */
    void turn(String... words) throws IOException {
        assumeTrue(knobs != null, "not exercised: a real NIXL has no knobs");
        Files.write(Objects.requireNonNull(knobs), List.of(words));
    }
}
