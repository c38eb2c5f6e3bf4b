package io.kvdrill.scenarios.node;

import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.transports.nixl.NixlLibraries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what moves the blocks of real peers. */
public final class DataOptions {
    private static final int USUAL_THREADS = 4;

    @Option(
            names = "--data",
            paramLabel = "shm|nixl",
            description =
                    "What moves blocks of real peers: shared memory, between processes of one host, or NIXL. Default:"
                            + " shm, or nixl where backends name a plugin of it.")
    private @Nullable String data;

    @Option(
            names = "--nixl-lib",
            paramLabel = "FILE",
            description =
                    "NIXL's libnixl_capi.so. Default: " + NixlLibraries.VARIABLE + ", or where NIXL is usually found.")
    private @Nullable Path library;

    /**
     * What moves the blocks, where vLLM's options say nothing of it.
     *
     * @throws InvalidInputException if they do not fit together
     * @throws EnvironmentException if NIXL is asked for and not there
     */
    public DataPlane plane(Map<String, String> environment) {
        return plane(null, USUAL_THREADS, environment);
    }

    /** The options as they were given. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (data != null) {
            words.addAll(List.of("--data", data));
        }
        if (library != null) {
            words.addAll(List.of("--nixl-lib", library.toString()));
        }
        return words;
    }

    /**
     * What moves the blocks.
     *
     * @param backends as they stand in vLLM's options; null for none
     * @param threads of NIXL's plugin UCX
     * @throws InvalidInputException if they do not fit together
     * @throws EnvironmentException if NIXL is asked for and not there
     */
    DataPlane plane(@Nullable Object backends, int threads, Map<String, String> environment) {
        List<String> names = names(backends);
        boolean nixl = data == null ? !names.isEmpty() && !names.equals(List.of(DataPlane.SHM)) : isNixl(data);
        if (!nixl) {
            if (!names.isEmpty() && !names.equals(List.of(DataPlane.SHM))) {
                throw refuse("--data shm, and backends: " + names, "leave backends out, or say --data nixl");
            }
            if (library != null) {
                throw refuse("--nixl-lib " + library + " without --data nixl", "leave one out, or say both");
            }
            return DataPlane.shm();
        }
        if (names.size() > 1 || names.contains(DataPlane.SHM)) {
            throw refuse("backends: " + names + " with NIXL", "one plugin of NIXL, such as UCX");
        }
        if (threads < 0) {
            throw refuse("num_threads: " + threads, "0 or more");
        }
        return DataPlane.nixl(found(environment), names.isEmpty() ? DataPlane.UCX : names.get(0), threads);
    }

    private static boolean isNixl(String word) {
        if (!word.equals(DataPlane.NIXL) && !word.equals(DataPlane.SHM)) {
            throw refuse("--data " + word + ": there is no such transport", "shm or nixl");
        }
        return word.equals(DataPlane.NIXL);
    }

    private static List<String> names(@Nullable Object backends) {
        if (backends == null) {
            return List.of();
        }
        if (backends instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String::valueOf).toList();
        }
        throw refuse("backends: " + backends, "a list of names, such as [UCX]");
    }

    private Path found(Map<String, String> environment) {
        Path named = library;
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw refuse("--nixl-lib " + named + ": there is no such file", "the path of libnixl_capi.so");
            }
            return named;
        }
        return NixlLibraries.find(environment)
                .orElseThrow(() -> new EnvironmentException("NIXL is asked for, and there is no " + NixlLibraries.NAME
                        + " at any of the usual places; `kvdrill doctor --need nixl` says where it looked and how to"
                        + " get it (--nixl-lib FILE or " + NixlLibraries.VARIABLE + " name one)"));
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
