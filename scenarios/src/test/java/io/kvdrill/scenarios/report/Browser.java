package io.kvdrill.scenarios.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium for tests. */
final class Browser implements AutoCloseable {
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Debian's Chromium and its driver; empty where the machine lacks one. */
    static Optional<Browser> open() {
        Optional<Path> chromium = find("chromium", "google-chrome");
        Optional<Path> driver = find("chromedriver");
        if (chromium.isEmpty() || driver.isEmpty()) {
            return Optional.empty();
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get().toFile());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.get().toFile())
                .build();
        ChromeDriver opened = new ChromeDriver(service, options);
        opened.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        return Optional.of(new Browser(opened));
    }

    private static Optional<Path> find(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of("/usr/bin", "/usr/local/bin").map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Opens a page and waits until its scripts have drawn. */
    void show(Path page) {
        driver.get(page.toUri().toString());
        driver.executeAsyncScript("const done = arguments[arguments.length - 1]; const root = document.documentElement;"
                + "(function look() { root.dataset.ready ? done() : setTimeout(look, 20); })();");
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    @Nullable Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Runs a script that calls its last argument with its answer. */
    @Nullable Object wait(String script) {
        return driver.executeAsyncScript(script);
    }

    /** The page as PNG, to its end or to what a picture can hold. */
    byte[] picture() {
        Object clip = driver.executeScript("return {x: 0, y: 0, width: innerWidth, scale: 1,"
                + " height: Math.min(document.documentElement.scrollHeight, 12000)}");
        Object data = driver.executeCdpCommand(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true, "clip", Objects.requireNonNull(clip)))
                .get("data");
        return Base64.getDecoder().decode(String.valueOf(data));
    }

    /** What the page wrote to the console as an error, since the last call. */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::toString)
                .toList();
    }

    /** Serious and critical findings of the accessibility checker, in one line each. */
    List<?> accessibilityFindings() {
        driver.executeScript(axe());
        Object found = driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations"
                + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                + ".map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.failureSummary).join(' | '))))"
                + ".catch(error => done([String(error)]))");
        return (List<?>) Objects.requireNonNull(found);
    }

    /** Pretends that the reader prefers light or dark. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private static String axe() {
        try (InputStream in = Browser.class.getResourceAsStream(AXE)) {
            return new String(Objects.requireNonNull(in, AXE).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
