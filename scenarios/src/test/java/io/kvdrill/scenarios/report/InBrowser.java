package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.reports.page.RunPage;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What tests of pages in a browser share: the browser, pages as a user makes them, pictures to look at. */
abstract class InBrowser {
    private static final String PICTURES = System.getProperty("kvdrill.pictures", "");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    private static @Nullable Browser opened;

    final Browser browser() {
        return Objects.requireNonNull(opened);
    }

    @BeforeAll
    static void open() {
        Optional<Browser> found = Browser.open();
        opened = found.orElse(null);
    }

    @AfterAll
    static void close() {
        Browser browser = opened;
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void needsABrowser() {
        assumeTrue(opened != null, "this machine has no chromium with its driver");
    }

    static long number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).longValue();
    }

    /** The page of one case, shipped or in a file, made as a user makes it. */
    static Path page(String named, String profile) throws IOException {
        String scenario = named.endsWith(".yaml")
                ? Path.of(named).getFileName().toString().replace(".yaml", "")
                : named;
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Main.run(
                new String[] {
                    "run",
                    named,
                    "--profile",
                    profile,
                    "--out",
                    folder.resolve("runs").toString()
                },
                new Console(quiet, quiet, false, Style.PLAIN));
        try (Stream<Path> files = Files.walk(folder.resolve("runs").resolve(scenario))) {
            Path run = files.filter(file -> file.endsWith(Path.of(profile, "1")))
                    .findFirst()
                    .orElseThrow();
            StoredRun stored = StoredRun.read(run.toString());
            Path page = folder.resolve(scenario.replace('/', '-') + "." + profile + ".html");
            Files.writeString(page, RunPage.of(stored.report(), stored.trace()));
            return page;
        }
    }

    /** In both themes, at each of these widths: no error, nothing that sticks out, no serious accessibility finding. */
    final void isFlawless(Path page, int... widths) throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser().prefer(scheme);
            for (int width : widths) {
                String where = page.getFileName() + " " + scheme + " " + width;
                browser().size(width, 1000);
                browser().show(page);
                assertThat(browser().errors()).as(where).isEmpty();
                assertThat(browser().run("return document.documentElement.scrollWidth <= window.innerWidth"))
                        .as("nothing sticks out of " + where)
                        .isEqualTo(true);
                keepPicture(where.replace(' ', '-') + ".png");
            }
            assertThat(browser().accessibilityFindings()).as(scheme).isEmpty();
        }
    }

    /** Clicks what leads to an answer; three clicks at most. */
    final void click(String... css) {
        assertThat(css.length).isLessThanOrEqualTo(3);
        for (String one : css) {
            browser().driver().findElement(By.cssSelector(one)).click();
        }
    }

    final String textInView(String css) {
        List<WebElement> elements = browser().driver().findElements(By.cssSelector(css));
        return elements.stream()
                .filter(element -> Boolean.TRUE.equals(browser()
                        .run(
                                "const box = arguments[0].getBoundingClientRect();"
                                        + " return box.bottom > 0 && box.top < innerHeight && box.width > 0",
                                element)))
                .map(WebElement::getText)
                .collect(Collectors.joining("\n"));
    }

    static boolean keepsPictures() {
        return !PICTURES.isEmpty();
    }

    /** With {@code -Dkvdrill.pictures=DIR}, for somebody to look at. */
    final void keepPicture(String name) throws IOException {
        if (keepsPictures()) {
            Files.write(
                    Files.createDirectories(Path.of(PICTURES)).resolve(name),
                    browser().picture());
        }
    }
}
