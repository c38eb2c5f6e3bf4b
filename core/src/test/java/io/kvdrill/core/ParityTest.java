package io.kvdrill.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/parity.md} has every row once, covers it, and names only recordings and tests that exist. */
class ParityTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "parity.md");
    private static final Path VECTORS = Path.of("src", "test", "resources", "conformance");
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final Pattern REFERENCE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");

    /** A line of a table: the row, the recordings and the tests that it names. */
    private record Line(String row, List<String> recordings, String tests) {}

    private static List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(DOCUMENT)) {
            if (text.matches("\\| [AC]\\d+ \\|.*")) {
                String[] cells = text.substring(2).split(" \\| ?", -1);
                lines.add(new Line(cells[0], references(cells[2]), cells[3]));
            }
        }
        return lines;
    }

    private static List<String> references(String cell) {
        return REFERENCE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    @Test
    void hasEveryRowOnce() throws IOException {
        List<String> expected = Stream.concat(
                        IntStream.rangeClosed(1, 201).mapToObj(row -> "A" + row),
                        IntStream.rangeClosed(1, 30).mapToObj(row -> "C" + row))
                .toList();
        assertThat(lines().stream().map(Line::row)).containsExactlyElementsOf(expected);
    }

    @Test
    void coversEveryRow() throws IOException {
        assertThat(lines())
                .allSatisfy(line -> assertThat(
                                line.recordings().isEmpty() && line.tests().startsWith("–"))
                        .as(line.row())
                        .isFalse());
    }

    @Test
    void namesRecordingsThatExist() throws IOException {
        Set<String> known = new LinkedHashSet<>();
        try (Stream<Path> files = Files.list(VECTORS)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                String of = file.getFileName().toString().replace(".jsonl", ": ");
                for (String vector : Files.readAllLines(file)) {
                    Matcher name = NAME.matcher(vector);
                    if (name.find()) {
                        known.add(of + name.group(1));
                    }
                }
            }
        }
        assertThat(lines()).allSatisfy(line -> assertThat(known).as(line.row()).containsAll(line.recordings()));
    }

    @Test
    void namesTestsThatExist() throws IOException {
        Set<String> known = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                addTests(TESTS.relativize(file), known);
            }
        }
        assertThat(lines()).allSatisfy(line -> assertThat(known).as(line.row()).containsAll(references(line.tests())));
    }

    private static void addTests(Path source, Set<String> known) {
        String name = source.toString().replace(".java", "").replace('/', '.').replace('\\', '.');
        try {
            Class<?> type = Class.forName(name, false, ParityTest.class.getClassLoader());
            for (Method method : type.getDeclaredMethods()) {
                if (method.getAnnotations().length > 0) {
                    known.add(type.getSimpleName() + "#" + method.getName());
                }
            }
        } catch (ClassNotFoundException gone) {
            throw new AssertionError("no class for " + source, gone);
        }
    }
}
