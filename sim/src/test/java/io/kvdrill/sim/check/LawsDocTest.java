package io.kvdrill.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/laws.md} to the checkers and to the tests that it names. */
class LawsDocTest {
    private static final int STATEMENTS = 49;
    private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).resolve("..");

    /** The rows of the table whose head begins with this cell. */
    private static List<List<String>> table(String firstCell) {
        List<List<String>> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : lines(ROOT.resolve("docs/laws.md"))) {
            if (!line.startsWith("|")) {
                inside = false;
            } else if (line.startsWith("| " + firstCell + " |")) {
                inside = true;
            } else if (inside && !line.startsWith("|---")) {
                rows.add(Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                        .map(String::strip)
                        .toList());
            }
        }
        return rows;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(String cell) {
        return cell.isEmpty() ? List.of() : List.of(cell.split(", ", -1));
    }

    @Test
    void theTableOfLawsSaysWhatTheCodeSays() {
        List<List<String>> expected = Arrays.stream(Law.values())
                .map(law -> List.of(law.code(), law.text(), law.premise(), String.join(", ", Laws.checkersOf(law))))
                .toList();
        assertThat(table("law")).isEqualTo(expected);
    }

    @Test
    void everyLawHasAChecker() {
        assertThat(Law.values())
                .allSatisfy(law -> assertThat(Laws.checkersOf(law)).isNotEmpty());
    }

    @Test
    void theTableOfStatementsNamesTheCheckersThatCoverThem() {
        Map<Integer, List<String>> documented = new TreeMap<>();
        table("no.").forEach(row -> documented.put(Integer.valueOf(row.get(0)), names(row.get(3))));
        Map<Integer, List<String>> covered = new TreeMap<>();
        IntStream.rangeClosed(1, STATEMENTS)
                .forEach(number -> covered.put(number, Laws.coverage().getOrDefault(number, List.of())));
        assertThat(documented).isEqualTo(covered);
    }

    @Test
    void aStatementsLawsAreThoseOfItsCheckers() {
        for (List<String> row : table("no.")) {
            for (String checker : names(row.get(3))) {
                assertThat(names(row.get(2)))
                        .as("laws of statement " + row.get(0))
                        .anyMatch(law -> Law.of(law)
                                .map(known -> Laws.checkersOf(known).contains(checker))
                                .orElse(false));
            }
        }
    }

    @Test
    void everyStatementHasACheckerOrATestAndItsTestsExist() {
        Map<String, Path> tests = testsOfTheProject();
        for (List<String> row : table("no.")) {
            List<String> named = names(row.get(4));
            assertThat(row.get(3) + row.get(4)).as("statement " + row.get(0)).isNotEmpty();
            for (String test : named) {
                String[] parts = test.split("#", -1);
                assertThat(tests).as("test of statement " + row.get(0)).containsKey(parts[0]);
                if (parts.length > 1) {
                    boolean found = lines(tests.getOrDefault(parts[0], ROOT)).stream()
                            .anyMatch(line -> line.contains("void " + parts[1] + "("));
                    assertThat(found).as(test + " exists").isTrue();
                }
            }
        }
    }

    private static Map<String, Path> testsOfTheProject() {
        Map<String, Path> tests = new TreeMap<>();
        for (String module : List.of("core", "sim", "scenarios")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                files.filter(file -> file.toString().endsWith("Test.java"))
                        .forEach(file -> tests.put(file.getFileName().toString().replace(".java", ""), file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return tests;
    }
}
