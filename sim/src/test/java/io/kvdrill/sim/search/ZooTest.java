package io.kvdrill.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The patches of {@code sim/zoo} belong to the sources as they are, and the swarm catches what it is given of them. */
class ZooTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path ZOO = ROOT.resolve("sim/zoo");

    static List<String> names() {
        try (Stream<Path> files = Files.list(ZOO)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".patch"))
                    .map(name -> name.substring(0, name.length() - ".patch".length()))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ZooPatch patch(String name) throws IOException {
        return ZooPatch.parse(Files.readAllLines(ZOO.resolve(name + ".patch")));
    }

    @ParameterizedTest
    @MethodSource("names")
    void patchesSayWhatTheyAreAndApply(String name) throws IOException {
        ZooPatch patch = patch(name);
        assertThat(patch.what()).endsWith(".");
        assertThat(patch.idea()).isNotBlank();
        List<String> source = Files.readAllLines(ROOT.resolve(patch.file()));
        assertThat(patch.applyTo(source)).isNotEqualTo(source);
    }

    @Test
    void theRowsThatAreSetBackAreThoseOfTheTable() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ZOO.resolve("set-backs.tsv"))) {
            if (!line.startsWith("#")) {
                int tab = line.indexOf('\t');
                int end = line.indexOf('\t', tab + 1);
                rows.put(line.substring(0, tab), line.substring(tab + 1, end < 0 ? line.length() : end));
            }
        }
        Map<String, String> table = new LinkedHashMap<>();
        for (SetBack entry : SetBacks.all()) {
            List<String> names = new ArrayList<>(List.of(entry.row().name()));
            entry.masks().forEach(mask -> names.add(mask.name()));
            table.put(entry.row().name(), String.join(",", names));
        }
        assertThat(rows).containsExactlyInAnyOrderEntriesOf(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"acknowledged-before-registration", "block-length-unchecked", "aborts-stay"})
    void aMutantIsCaughtThatTheSourcesAsTheyAreSurvive(String name, @TempDir Path folder) throws Exception {
        ZooPatch patch = patch(name);
        Path source = folder.resolve(patch.file());
        Files.createDirectories(source.getParent());
        Files.write(source, patch.applyTo(Files.readAllLines(ROOT.resolve(patch.file()))));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(compiled).isZero();
        try (URLClassLoader mutated = new URLClassLoader(classPath(classes), ClassLoader.getPlatformClassLoader())) {
            long caught = -1;
            for (long seed = 0; caught < 0 && seed >= 0 && seed < 1_500; ) {
                long found = hunt(mutated, seed);
                boolean real = found >= 0 && ZooHunt.caught(found, found + 1) < 0;
                caught = real ? found : -1;
                seed = found < 0 ? -1 : found + 1;
            }
            assertThat(caught).as(patch.what()).isNotNegative();
        }
    }

    private static long hunt(ClassLoader loader, long first) throws ReflectiveOperationException {
        Class<?> hunter = Class.forName(ZooHunt.class.getName(), true, loader);
        return (Long) hunter.getMethod("caught", long.class, long.class).invoke(null, first, 1_500L);
    }

    private static URL[] classPath(Path first) {
        List<Path> path = new ArrayList<>(List.of(first));
        Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Path::of)
                .forEach(path::add);
        return path.stream().map(ZooTest::url).toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
