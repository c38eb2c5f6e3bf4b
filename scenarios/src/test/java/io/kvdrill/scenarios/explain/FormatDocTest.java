package io.kvdrill.scenarios.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./mvnw -o -Pfast -pl scenarios -am test -Dtest=FormatDocTest -Dkvdrill.update=true} rewrites the page. */
@DisplayName("docs/scenario-format.md")
class FormatDocTest {
    private static final Path PAGE = Path.of("..", "docs", "scenario-format.md");
    private static final String MARK = "-Dkvdrill.update=true. -->\n";

    @Test
    void describesTheFieldsThatTheReaderReads() throws IOException {
        String page = Files.readString(PAGE);
        String written = page.substring(page.indexOf(MARK) + MARK.length());
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.writeString(PAGE, page.substring(0, page.indexOf(MARK) + MARK.length()) + FormatDoc.markdown());
            return;
        }

        assertThat(written).isEqualTo(FormatDoc.markdown());
    }
}
