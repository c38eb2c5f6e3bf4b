package io.kvdrill.scenarios.format.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("YAML")
class YamlParserTest {
    @TempDir
    private Path folder;

    @Test
    void becomesValuesWithTheirPlaces() {
        YamlValue.Mapping root = (YamlValue.Mapping) parse("a: 1\nb:\n  - x\n  - {c: 'd'}\n");

        YamlValue.Sequence list = (YamlValue.Sequence) root.get("b").orElseThrow();
        YamlValue.Mapping inner = (YamlValue.Mapping) list.items().get(1);
        assertThat(root.names()).containsExactly("a", "b");
        assertThat(inner.get("c").orElseThrow().span().position()).isEqualTo("test.yaml:4:9");
        assertThat(root.size()).isEqualTo(6);
    }

    @Test
    void refusesTags() {
        refuses("a: !!java.net.URL [http://x]\n", "test.yaml:1:4: the tag !!java.net.URL: tags are not accepted");
        refuses("!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader []]", "tags are not accepted");
        refuses("a: !custom 1\n", "tags are not accepted");
    }

    @Test
    void refusesBombsOfAliases() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append(("*a" + (i - 1) + ",").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append("]\n");
        }

        refuses(bomb.toString(), "more than 200000 values");
    }

    @Test
    void takesAliasesForWhatTheyStandFor() {
        YamlValue.Mapping root = (YamlValue.Mapping) parse("a: &x {step: 22ms}\nb: *x\n");

        assertThat(root.get("b")).isEqualTo(root.get("a"));
    }

    @Test
    void refusesAliasesOfThemselvesAndOfNothing() {
        refuses("a: &x [*x]\n", "alias '*x'");
        refuses("a: *nowhere\n", "alias '*nowhere'");
    }

    @Test
    void refusesDepthBeforeItOverflowsAnything() {
        refuses("[".repeat(100_000), "nested deeper than 32 levels");
        refuses("{a: ".repeat(100_000), "nested deeper than 32 levels");
    }

    @Test
    void refusesManyValues() {
        refuses("[" + "1,".repeat(300_000) + "1]", "more than 200000 values");
    }

    @Test
    void tellsOfDuplicateNamesAndReadsOn() {
        Problems problems = new Problems();

        YamlParser.parse(Source.of("test.yaml", "a: 1\nb: 2\na: 3\nb: 4\n"), problems);

        assertThat(problems.sorted()).extracting("message").containsExactly("'a' is given twice", "'b' is given twice");
    }

    @Test
    void refusesTwoDocuments() {
        refuses("a: 1\n---\nb: 2\n", "test.yaml:2:1: a second document in one file");
    }

    @Test
    void refusesMergeKeysAndOddNames() {
        refuses("a: &a {x: 1}\nb: {<<: *a}\n", "merge keys");
        refuses("? [a, b]\n: 1\n", "the name of a field is a list");
    }

    @Test
    void explainsTabs() {
        refuses("peers:\n\tprefill: {}\n", "test.yaml:2:1: a tab is used to indent");
    }

    @Test
    void explainsBrokenSyntaxWithItsPlace() {
        refuses("peers: {a: 1\nrequests: []\n", "test.yaml:");
        refuses("a: 'never closed\n", "test.yaml:");
        refuses("a: b: c\n", "test.yaml:1:5");
    }

    @Test
    void refusesFilesOfNothingButComments() {
        refuses("# nothing\n\n", "test.yaml: nothing in it but blanks and comments");
    }

    @Test
    void acceptsByteOrderMarkAndWindowsLineEnds() {
        byte[] bytes = "\uFEFFformat: 1\r\nabout: x\r\n".getBytes(StandardCharsets.UTF_8);

        YamlValue value = YamlParser.parse(TextFiles.decode("x.yaml", bytes), new Problems());

        assertThat(((YamlValue.Mapping) value).names()).containsExactly("format", "about");
        assertThat(((YamlValue.Mapping) value).get("about").orElseThrow().span().position())
                .isEqualTo("x.yaml:2:8");
    }

    @Test
    void refusesBytesThatAreNoText() {
        refusesBytes(new byte[0], "x.yaml: is empty");
        refusesBytes(new byte[] {'a', ':', 0, 1}, "x.yaml: is no text: there is a zero byte at offset 2");
        refusesBytes(new byte[] {(byte) 0x7F, 'E', 'L', 'F', 2, 1, 1, 0}, "zero byte");
        refusesBytes("a: x".getBytes(StandardCharsets.UTF_16), "is UTF-16");
        refusesBytes(new byte[] {'a', ':', ' ', (byte) 0xC3, (byte) 0x28}, "x.yaml:1:4: not UTF-8 from here on");
    }

    @Test
    void refusesControlCharacters() {
        refuses("a: \u0007b\n", "U+0007");
    }

    @Test
    void refusesLargeFilesUnread() throws Exception {
        Path large = folder.resolve("large.yaml");
        try (var file = Files.newByteChannel(
                large, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE)) {
            file.position(100L << 20);
            file.write(java.nio.ByteBuffer.wrap(new byte[] {1}));
        }

        assertThatThrownBy(() -> TextFiles.read(large))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("large.yaml: is larger than 4 MiB");
    }

    @Test
    void refusesFoldersAndFilesThatDoNotExist() {
        assertThatThrownBy(() -> TextFiles.read(folder)).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> TextFiles.read(folder.resolve("gone.yaml"))).hasMessageContaining("no such file");
    }

    private static YamlValue parse(String text) {
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(Source.of("test.yaml", text), problems);
        problems.throwIfAny();
        return value;
    }

    private static void refuses(String text, String expected) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(expected);
    }

    private static void refusesBytes(byte[] bytes, String expected) {
        assertThatThrownBy(() -> TextFiles.decode("x.yaml", bytes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(expected);
    }
}
