package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.version.Migrations;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A scenario file in a folder")
class IncludesTest {

    @TempDir
    private Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private World world() {
        return find().get(0).world();
    }

    private List<Scenario> find() {
        return new ScenarioFinder(new ScenarioReader(List.of()))
                .find(folder.resolve("main.yaml").toString());
    }

    private String refusal() {
        InvalidInputException refusal = catchThrowableOfType(InvalidInputException.class, this::find);
        assertThat(refusal).isNotNull();
        return String.valueOf(refusal.getMessage());
    }

    @Test
    void takesNamesAndListsOfItsPartsBeforeItsOwn() throws IOException {
        write("parts/fleet.yaml", """
                format: 1
                about: the fleet
                include: deeper/traffic.yaml
                peers: {a: {}, b: {slots: 8}}
                model: qwen3-8b
                """);
        write("parts/deeper/traffic.yaml", "format: 1\nrequests: {id: first, tokens: 16, consume: a}\n");
        write("main.yaml", """
                format: 1
                about: a test
                include: [parts/fleet.yaml]
                peers: {c: {}}
                requests: {id: own, tokens: 16, consume: c}
                cases: {slow: {peers.b.step: 1s, requests.first.tokens: 32}}
                """);
        World world = world();
        assertThat(world.peers()).extracting(PeerSpec::name).containsExactly("a", "b", "c");
        assertThat(world.requests()).extracting(RequestSpec::id).containsExactly("first", "own");
        assertThat(world.model().tokensPerBlock()).isEqualTo(16);
        assertThat(world.peer("b").stepNanos()).isEqualTo(1_000_000_000L);
        assertThat(world.about()).isEqualTo("a test");
    }

    @Test
    void refusesTwoDefinitionsOfOneNameAndSaysWhere() throws IOException {
        write("one.yaml", "format: 1\npeers: {a: {}}\nmodel: qwen3-8b\n");
        write("main.yaml", "format: 1\nabout: a test\ninclude: one.yaml\npeers: {a: {}}\nmodel: qwen3-32b\n");
        assertThat(refusal())
                .contains("main.yaml:4:", "'a' is defined twice", "also in line 2 of", "one.yaml")
                .contains("main.yaml:5:", "'model' is defined twice");
    }

    @Test
    void refusesTheSameRequestInTwoFiles() throws IOException {
        write("one.yaml", "format: 1\npeers: {a: {}}\nrequests: {id: r, tokens: 16, consume: a}\n");
        write("main.yaml", "format: 1\nabout: t\ninclude: one.yaml\nrequests: {id: r, tokens: 16, consume: a}\n");
        assertThat(refusal()).contains("main.yaml:4:", "already a request called 'r'", "in line 3 of", "one.yaml");
    }

    @Test
    void refusesToLeaveItsFolder() throws IOException {
        write("outside.yaml", "format: 1\npeers: {a: {}}\n");
        Path inner = Files.createDirectories(folder.resolve("inner"));
        for (String path :
                List.of("../outside.yaml", folder.resolve("outside.yaml").toString(), "x/../../outside.yaml")) {
            write("inner/main.yaml", "format: 1\nabout: a test\ninclude: " + path + "\n");
            InvalidInputException refusal = catchThrowableOfType(
                    InvalidInputException.class,
                    () -> new ScenarioFinder(new ScenarioReader(List.of()))
                            .find(inner.resolve("main.yaml").toString()));
            assertThat(refusal).hasMessageContaining("main.yaml:3:").hasMessageContaining("outside of the folder");
        }
    }

    @Test
    void refusesToLeaveItsFolderThroughALink() throws IOException {
        write("outside.yaml", "format: 1\npeers: {a: {}}\n");
        write("inner/main.yaml", "format: 1\nabout: a test\ninclude: link.yaml\n");
        Files.createSymbolicLink(folder.resolve("inner/link.yaml"), folder.resolve("outside.yaml"));
        InvalidInputException refusal = catchThrowableOfType(
                InvalidInputException.class,
                () -> new ScenarioFinder(new ScenarioReader(List.of()))
                        .find(folder.resolve("inner/main.yaml").toString()));
        assertThat(refusal).hasMessageContaining("outside of the folder");
    }

    @Test
    void refusesLoopsMissingFilesAndWhatIsNoPart() throws IOException {
        write("main.yaml", "format: 1\nabout: a test\ninclude: one.yaml\n");
        assertThat(refusal()).contains("main.yaml:3:", "there is no file 'one.yaml' here");
        write("one.yaml", "format: 1\ninclude: two.yaml\n");
        write("two.yaml", "format: 1\ninclude: one.yaml\n");
        assertThat(refusal()).contains("two.yaml:2:", "includes itself");
        write("one.yaml", "format: 1\ncases: {a: {}}\npeers: {a: {}}\n");
        assertThat(refusal()).contains("one.yaml:2:", "has no 'cases'");
        write("one.yaml", "peers: {a: {}}\n");
        assertThat(refusal()).contains("one.yaml:1:", "needs 'format', too");
        write("one.yaml", "[a]\n");
        assertThat(refusal()).contains("a part of a scenario is a mapping");
        Files.createDirectories(folder.resolve("parts"));
        write("main.yaml", "format: 1\nabout: a test\ninclude: parts\n");
        assertThat(refusal()).contains("main.yaml:3:", "'parts' is a folder");
        write("main.yaml", "format: 1\nabout: a test\npeers: {a: {}}\ncases: {x: {include: one.yaml}}\n");
        assertThat(refusal()).contains("main.yaml:4:", "'include' cannot be set by a case");
    }

    @Test
    void includesNothingWhereItIsNoFile() {
        InvalidInputException refusal = catchThrowableOfType(
                InvalidInputException.class,
                () -> new ScenarioReader(List.of())
                        .read(Source.of("text", "format: 1\nabout: t\ninclude: a.yaml\n"), "text", "text"));
        assertThat(refusal).hasMessageContaining("can be included by a file only");
    }

    // ---- versions ------------------------------------------------------------------------------------------------

    /** A format 0 that never was: it called peers engines. */
    private static final Migrations FROM_ZERO =
            new Migrations(1, List.of(new Migrations.Step(0, IncludesTest::renamed)));

    private static YamlValue.Mapping renamed(YamlValue.Mapping document) {
        return YamlValue.Mapping.of(
                document.span(),
                document.entries().stream()
                        .map(entry -> entry.name().equals("engines")
                                ? new YamlValue.Entry("peers", entry.nameSpan(), entry.value())
                                : entry)
                        .toList());
    }

    private static List<Scenario> read(Migrations migrations, String text) {
        return new ScenarioReader(List.of(), migrations).read(Source.of("test.yaml", text), "test", "test.yaml");
    }

    @Test
    void ofAnOlderFormatIsBroughtUpToDate() {
        World world = read(FROM_ZERO, "format: 0\nabout: t\nengines: {a: {slots: 3}}\n")
                .get(0)
                .world();
        assertThat(world.peer("a").slots()).isEqualTo(3);
        assertThat(read(FROM_ZERO, "format: 1\nabout: t\npeers: {a: {}}\n")).hasSize(1);
    }

    @Test
    void ofAnOlderFormatStillPointsAtWhatWasWritten() {
        InvalidInputException refusal = catchThrowableOfType(
                InvalidInputException.class, () -> read(FROM_ZERO, "format: 0\nabout: t\nengines: {a: {slotz: 3}}\n"));
        assertThat(refusal).hasMessageContaining("test.yaml:3:15").hasMessageContaining("did you mean 'slots'?");
    }

    @Test
    void ofAnotherFormatIsRefusedWithWhatToDo() {
        assertThat(catchThrowableOfType(
                        InvalidInputException.class,
                        () -> read(Migrations.SHIPPED, "format: 2\nabout: t\npeers: {a: {}}\n")))
                .hasMessageContaining("test.yaml:1:9")
                .hasMessageContaining("format 2 is newer than this program, which reads format 1")
                .hasMessageContaining("a later one");
        assertThat(catchThrowableOfType(
                        InvalidInputException.class,
                        () -> read(Migrations.SHIPPED, "format: 0\nabout: t\npeers: {a: {}}\n")))
                .hasMessageContaining("format 0 is no longer read; this program reads format 1");
    }
}
