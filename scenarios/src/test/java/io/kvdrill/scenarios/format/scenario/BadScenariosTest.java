package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code bad/NAME.yaml} is refused with exactly the text in {@code bad/NAME.txt}. {@code -Dkvdrill.update=true}
 * rewrites the texts; read them before committing.
 */
@DisplayName("A bad scenario")
class BadScenariosTest {
    private static final Path FOLDER =
            Path.of("src", "test", "resources", "io", "kvdrill", "scenarios", "format", "scenario", "bad");

    static Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void isRefusedWithPlaceReasonAndHelp(String name) throws IOException {
        Path text = FOLDER.resolve(name.replace(".yaml", ".txt"));

        InvalidInputException refusal = catchThrowableOfType(
                InvalidInputException.class,
                () -> new ScenarioReader(List.of())
                        .read(
                                Source.of(
                                        name,
                                        TextFiles.read(FOLDER.resolve(name)).text()),
                                name.replace(".yaml", ""),
                                name));

        assertThat(refusal).as("the refusal of %s", name).isNotNull();
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.writeString(text, refusal.getMessage());
        }
        assertThat(refusal.getMessage()).isEqualTo(Files.readString(text));
    }
}
