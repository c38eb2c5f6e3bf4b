package io.kvdrill.transports.nixl;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where {@code libnixl_capi.so} may be: where a variable of the environment says, on the path of libraries, in the prefix of
 * NIXL's own build, and in Python's packages, whose wheels of NIXL 1.0 and later have it.
 */
public final class NixlLibraries {
    /** The variable of the environment that names the library. */
    public static final String VARIABLE = "KVDRILL_NIXL_LIB";

    /** The library's name. */
    public static final String NAME = "libnixl_capi.so";

    private static final List<String> PREFIXES = List.of("/opt/nvidia/nvda_nixl", "/usr/local", "/usr");
    private static final List<String> LIBRARY_FOLDERS =
            List.of("lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib");
    private static final List<String> PACKAGE_FOLDERS = List.of("site-packages", "dist-packages");

    private NixlLibraries() {}

    /** The first place that has it. */
    public static Optional<Path> find(Map<String, String> environment) {
        return places(environment).stream().filter(Files::isRegularFile).findFirst();
    }

    /**
     * All places to look at, the likeliest first. One that is named by {@link #VARIABLE} is the only one.
     *
     * @param environment variables by name
     */
    public static List<Path> places(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return paths(List.of(named));
        }
        Set<Path> places = new LinkedHashSet<>();
        for (String folder : environment.getOrDefault("LD_LIBRARY_PATH", "").split(File.pathSeparator, -1)) {
            if (!folder.isBlank()) {
                places.addAll(paths(List.of(folder + "/" + NAME)));
            }
        }
        for (String prefix : PREFIXES) {
            LIBRARY_FOLDERS.forEach(folder -> places.add(Path.of(prefix, folder, NAME)));
        }
        List<String> pythons = new ArrayList<>(List.of("/usr/lib", "/usr/local/lib"));
        for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            String prefix = environment.getOrDefault(variable, "");
            if (!prefix.isBlank()) {
                pythons.add(0, prefix + "/lib");
            }
        }
        paths(pythons).forEach(folder -> places.addAll(wheels(folder)));
        return List.copyOf(places);
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream().flatMap(text -> path(text).stream()).toList();
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException nowhere) {
            return Optional.empty();
        }
    }

    /** {@code python3.*}{@code /site-packages/.nixl_cu12.mesonpy.libs}, and the like. */
    private static List<Path> wheels(Path folder) {
        List<Path> found = new ArrayList<>();
        for (Path python : children(folder, "python3*")) {
            for (String packages : PACKAGE_FOLDERS) {
                children(python.resolve(packages), ".nixl*.mesonpy.libs")
                        .forEach(libraries -> found.add(libraries.resolve(NAME)));
            }
        }
        return found;
    }

    private static List<Path> children(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, glob)) {
            children.forEach(found::add);
        } catch (IOException | SecurityException unreadable) {
            return found;
        }
        found.sort(null);
        return found;
    }

    /** The plugins of a library, by the names of their files: {@code UCX} for {@code libplugin_UCX.so}. */
    public static List<String> plugins(Path library, Map<String, String> environment) {
        String named = environment.getOrDefault("NIXL_PLUGIN_DIR", "");
        Path beside = library.toAbsolutePath().resolveSibling("plugins");
        Path folder = named.isBlank()
                ? beside
                : paths(List.of(named)).stream().findFirst().orElse(beside);
        return children(folder, "libplugin_*.so").stream()
                .map(file -> String.valueOf(file.getFileName())
                        .replaceFirst("^libplugin_", "")
                        .replaceFirst("[.]so$", ""))
                .toList();
    }
}
