package io.kvdrill.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The page of a table")
class TablePageTest {
    private static final String ZOO = """
            | bug | caught by | runs |
            |---|---|---|
            | `aborts-stay` | I1 | 69 |
            | <img src=x onerror=alert(1)> | I2 \\| I3 | 7 |

            2 of 2 caught
            """;

    @Test
    void showsEachRowAndWhatIsAroundTheTableAsText() {
        String page = TablePage.of("zoo", ZOO);

        assertThat(page)
                .contains("<code>aborts-stay</code>")
                .contains("I2 | I3")
                .contains("2 of 2 caught")
                .contains("2 rows")
                .doesNotContain("<img");
    }

    @Test
    void showsEachTableUnderItsHeading() {
        String second = """

                | metric | long |
                |---|---|
                | a | 1 |
                """;
        String page = TablePage.of("comparison", "### short against long\n\nfour seeds\n\n" + ZOO + second);

        assertThat(page)
                .contains("<h2>short against long</h2>", "four seeds", "2 rows")
                .contains("id=\"table-2\"", "<th scope=\"col\">metric</th>");
    }

    @Test
    void isTheSameTwice() {
        assertThat(TablePage.of("zoo", ZOO)).isEqualTo(TablePage.of("zoo", ZOO));
    }

    @Test
    void isRefusedWithoutATableOrWithARowOfAnotherLength() {
        assertThatThrownBy(() -> TablePage.of("zoo", "no table")).hasMessageContaining("no Markdown table");
        assertThatThrownBy(() -> TablePage.of("zoo", ZOO.replace("| 69 |", "|")))
                .hasMessageContaining("2 cells");
        assertThatThrownBy(() -> TablePage.of("zoo", ZOO + "| one |\n")).hasMessageContaining("no line under it");
    }
}
