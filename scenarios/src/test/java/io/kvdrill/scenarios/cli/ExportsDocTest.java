package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.export.Table;
import io.kvdrill.reports.export.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./mvnw -o -Pfast -pl scenarios -am test -Dtest=ExportsDocTest -Dkvdrill.update=true} rewrites the tables. */
@DisplayName("docs/exports.md")
class ExportsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "exports.md");
    private static final String FIRST = "### requests.csv\n";

    @Test
    void describesTheTablesThatAreWritten() throws IOException {
        String page = Files.readString(PAGE);
        int at = page.indexOf(FIRST);
        String own = at < 0 ? page : page.substring(0, at);
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.writeString(PAGE, own + markdown());
            return;
        }

        assertThat(page.substring(own.length())).isEqualTo(markdown());
    }

    private static String markdown() {
        StringBuilder text = new StringBuilder();
        for (Table<?> table : Tables.all()) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append("### ")
                    .append(table.name())
                    .append(".csv\n\nA row is ");
            text.append(table.about()).append(".\n\n| column | holds |\n|---|---|\n");
            table.columns()
                    .forEach(column -> text.append("| `")
                            .append(column.name())
                            .append("` | ")
                            .append(column.about())
                            .append(" |\n"));
        }
        return text.toString();
    }
}
