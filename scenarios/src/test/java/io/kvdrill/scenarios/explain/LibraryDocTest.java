package io.kvdrill.scenarios.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./mvnw -o -Pfast -pl scenarios -am test -Dtest=LibraryDocTest -Dkvdrill.update=true} rewrites the page. */
@DisplayName("docs/library.md")
class LibraryDocTest {
    private static final Path PAGE = Path.of("..", "docs", "library.md");
    private static final String MARK = "-Dkvdrill.update=true. -->\n";

    @Test
    void hasEveryScenarioAndEveryReport() throws IOException {
        String page = Files.readString(PAGE);
        int end = page.indexOf(MARK) + MARK.length();
        String made = LibraryDoc.markdown(new ScenarioFinder(new ScenarioReader(List.of())).all());
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.writeString(PAGE, page.substring(0, end) + made);
            return;
        }

        assertThat(page.substring(end)).isEqualTo(made);
    }
}
