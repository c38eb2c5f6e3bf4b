package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.ChainHash;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.trace.TraceWriter;
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
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Needs Debian's chromium and chromium-driver, as the other tests of pages do. */
@DisplayName("A page that is handled in a browser")
class RunPageHandsInBrowserTest extends InBrowser {
    private static final String LATE = "late-write-after-abort";
    private static final String AUGUST = "vllm-2026-08";

    private void open(String scenario, String profile) throws IOException {
        browser().size(1300, 900);
        browser().show(page(scenario, profile));
    }

    private double value(String script) {
        return ((Number) Objects.requireNonNull(browser().run("return " + script))).doubleValue();
    }

    private void press(String text) {
        browser()
                .driver()
                .findElement(By.xpath("//button[text()='" + text + "']"))
                .click();
    }

    /** What the ruler says, once it is drawn. */
    private List<String> ruler() {
        List<?> said = (List<?>) Objects.requireNonNull(browser()
                .run("kvdrill.timeline.drawNow(); return kvdrill.timeline.painter.said.map(tick => tick.text)"));
        return said.stream().map(String::valueOf).toList();
    }

    @Test
    void keepsBeginAndEndOfTheRunWhereTimeIsDrawnEvenly() throws IOException {
        open(LATE, AUGUST);

        browser().driver().findElement(By.id("even-time")).click();

        assertThat(value("kvdrill.timeline.axis.time(kvdrill.timeline.p0)")).isZero();
        assertThat(value("kvdrill.timeline.axis.time(kvdrill.timeline.p1) - kvdrill.data.end"))
                .isZero();
        assertThat(ruler()).first().isEqualTo("0 s");
        assertThat(ruler()).contains("100 s", "400 s").doesNotHaveDuplicates();
        assertThat(value("kvdrill.timeline.painter.ends - kvdrill.timeline.painter.x(kvdrill.data.end)"))
                .isZero();
    }

    @Test
    void keepsTheTimeInViewWhereItIsDrawnEvenlyAfterZooming() throws IOException {
        open(LATE, AUGUST);
        press("First violation");
        press("Zoom in");
        press("Zoom in");
        double from = value("kvdrill.timeline.axis.time(kvdrill.timeline.p0)");
        double to = value("kvdrill.timeline.axis.time(kvdrill.timeline.p1)");

        browser().driver().findElement(By.id("even-time")).click();

        assertThat(value("kvdrill.timeline.axis.time(kvdrill.timeline.p0)"))
                .isCloseTo(from, org.assertj.core.data.Offset.offset((to - from) / 100));
        assertThat(value("kvdrill.timeline.axis.time(kvdrill.timeline.p1)"))
                .isCloseTo(to, org.assertj.core.data.Offset.offset((to - from) / 100));
        assertThat(ruler()).doesNotHaveDuplicates().hasSizeGreaterThan(3);
    }

    @Test
    void neverShowsMoreThanTheRunHoweverItIsMoved() throws IOException {
        open(LATE, AUGUST);

        browser().run("kvdrill.timeline.look(kvdrill.timeline.axis.length * 0.9, kvdrill.timeline.axis.length * 3)");

        assertThat(value("kvdrill.timeline.p1 / kvdrill.timeline.axis.length")).isLessThan(1.011);
        assertThat(value("kvdrill.timeline.p0")).isGreaterThanOrEqualTo(value("-0.011 * kvdrill.timeline.axis.length"));
    }

    @Test
    void namesDifferentTimesOnItsRulerHoweverFarItIsZoomed() throws IOException {
        open(LATE, AUGUST);
        press("First violation");
        for (int i = 0; i < 14; i++) {
            press("Zoom in");
            assertThat(ruler()).as("zoomed in " + (i + 1) + " times").doesNotHaveDuplicates();
        }
    }

    @Test
    void zoomsAboutTheChosenEvent() throws IOException {
        open(LATE, AUGUST);
        browser().driver().findElements(By.cssSelector(".story button")).get(0).click();
        browser().run("kvdrill.timeline.all()");

        browser().driver().findElement(By.cssSelector("#timeline canvas")).sendKeys("+", "+");

        double chosen = value("kvdrill.timeline.axis.place(kvdrill.data.trace.t[kvdrill.selection.seq - 1])");
        assertThat(chosen).isBetween(value("kvdrill.timeline.p0"), value("kvdrill.timeline.p1"));
        press("First violation");
        press("Zoom out");
        press("Zoom in");
        chosen = value("kvdrill.timeline.axis.place(kvdrill.data.trace.t[kvdrill.selection.seq - 1])");
        double middle = value("(kvdrill.timeline.p0 + kvdrill.timeline.p1) / 2");
        assertThat(chosen)
                .isCloseTo(
                        middle,
                        org.assertj.core.data.Offset.offset(value("(kvdrill.timeline.p1 - kvdrill.timeline.p0) / 20")));
    }

    @Test
    void showsWhatIsSaidOfAnEventWhereTheReaderIs() throws IOException {
        open(LATE, AUGUST);

        browser()
                .driver()
                .findElement(By.xpath("//button[text()='decode asks prefill for the blocks of donor']"))
                .click();
        assertThat(textInView("#details")).contains("donor").contains("Follows from");
        press("In the trace");
        assertThat(textInView(".trace-row[aria-current]")).contains("donor");
        browser().driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
        assertThat(textInView("#details")).isEmpty();

        WebElement dot = browser().driver().findElement(By.cssSelector(".diagram .dot"));
        browser().run("arguments[0].scrollIntoView()", dot);
        dot.findElement(By.cssSelector("circle")).click();
        assertThat(textInView("#details")).contains("load started").contains("slots 14-44");
    }

    @Test
    void marksTheSentencesOfARequestAndLetsGoOfItAgain() throws IOException {
        open(LATE, AUGUST);

        browser()
                .driver()
                .findElement(By.cssSelector("button[data-request=donor]"))
                .click();

        assertThat(browser().driver().findElements(By.cssSelector(".story li.selected")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.getDomAttribute("data-of")).isEqualTo("donor"));
        assertThat(
                        value(
                                "kvdrill.data.spans.filter(span => span.label.startsWith('donor/') && span.request !== 'donor').length"))
                .isZero();
        press("Show all, not only request donor");
        assertThat(browser().driver().findElements(By.cssSelector(".story li.selected")))
                .isEmpty();
        assertThat(browser().driver().findElement(By.cssSelector(".count")).getText())
                .isEqualTo("227 of 227 events");
    }

    @Test
    void saysThatNothingWasFound() throws IOException {
        open(LATE, AUGUST);

        browser().driver().findElement(By.id("trace-words")).sendKeys("nowhere");

        assertThat(browser().driver().findElement(By.cssSelector(".nothing")).getText())
                .isEqualTo("No event has the words \"nowhere\".");
        press("Show all");
        assertThat(browser().driver().findElement(By.cssSelector(".count")).getText())
                .startsWith("227 of 227");
    }

    @Test
    void offersNoFirstViolationWhereNoLawBroke() throws IOException {
        open("peer-death/in-data", "hardened");

        assertThat(browser()
                        .driver()
                        .findElement(By.xpath("//button[text()='First violation']"))
                        .isEnabled())
                .isFalse();
        assertThat(browser().driver().findElement(By.id("verdict")).getText()).contains("No timeout fired.");
    }

    @Test
    void isDrawnBeforeItCountsAsLoaded() throws IOException {
        open("mass-start", AUGUST);

        assertThat(value("performance.getEntriesByName('drawn')[0].startTime"
                        + " - performance.getEntriesByType('navigation')[0].loadEventStart"))
                .isNegative();
        assertThat(browser().driver().findElements(By.tagName("iframe"))).isEmpty();
    }

    @Test
    void isDrawnForPaperWhileItIsPrinted() throws IOException {
        browser().size(1600, 900);
        browser().show(page(LATE, AUGUST));

        browser().run("dispatchEvent(new Event('beforeprint'))");
        assertThat(
                        value(
                                "Math.max(...[...document.querySelectorAll('canvas')].map(c => c.getBoundingClientRect().width))"))
                .isBetween(500.0, 700.0);
        browser().run("dispatchEvent(new Event('afterprint'))");
        browser().run("kvdrill.timeline.drawNow()");
        assertThat(value("document.querySelector('#timeline canvas').getBoundingClientRect().width"))
                .isGreaterThan(1200);
    }

    @Test
    void opensTheSlotsOfAPeerThatHeldSomeBack() throws IOException {
        open("slots-outlive-their-load", "hardened");

        assertThat(browser()
                        .driver()
                        .findElement(By.cssSelector("#slots-view figcaption"))
                        .getText())
                .contains("31 held back");
    }

    private static final Set<String> FREE_TEXT =
            Set.of("reason", "request", "engine_request", "kv_request", "what", "proof");
    private static final String HOSTILE =
            "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=2>\"'\u202e\u2066\u0000 javascript:window.pwned=3";

    /** A run whose every free text is hostile and whose hashes are right. */
    private static Path forged() throws IOException {
        page("peer-death/in-data", "hardened");
        Path stored = folder.resolve("runs/peer-death/in-data/hardened/1");
        StoredRun run = StoredRun.read(stored.toString());
        Path forged = Files.createDirectories(folder.resolve("forged"));
        ChainHash chain = new ChainHash();
        try (TraceWriter out = new TraceWriter(
                Files.newOutputStream(forged.resolve("trace.jsonl")),
                run.trace().header())) {
            for (StoredEntry entry : run.trace().entries()) {
                List<StoredEntry.Field> fields = entry.fields().stream()
                        .map(field -> field.value() instanceof String text && FREE_TEXT.contains(field.name())
                                ? new StoredEntry.Field(field.name(), text + HOSTILE)
                                : field)
                        .toList();
                chain.beginEntry(entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause());
                StoredEntry changed = new StoredEntry(
                        entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause(), entry.kind(), fields, "");
                EventSchema.hash(changed, chain);
                out.write(new StoredEntry(
                        entry.sequence(),
                        entry.worldNanos(),
                        entry.peer(),
                        entry.cause(),
                        entry.kind(),
                        fields,
                        chain.hex()));
            }
        }
        String hash = run.report().fingerprint();
        Set<String> kept = Set.of(
                run.report().scenario(), run.report().profile(), run.report().verdict(), hash);
        String report = ReportJson.write(ReportJson.withTexts(
                run.report(), text -> kept.contains(text) || !text.contains(" ") ? text : text + HOSTILE));
        Files.writeString(forged.resolve("report.json"), report.replace(hash, chain.hex()));
        return forged;
    }

    @Test
    void runsNoScriptThatAForgedRunBringsAlong() throws IOException {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Path run = forged();
        assertThat(Main.run(new String[] {"report", run.toString()}, new Console(quiet, quiet, false, Style.PLAIN)))
                .isZero();
        browser().size(1300, 900);
        browser().show(run.resolve("report.html"));

        browser().driver().findElement(By.cssSelector("button.request")).click();
        browser().driver().findElement(By.cssSelector(".story button")).click();

        assertThat(browser().run("return window.pwned")).isNull();
        assertThat(browser().errors()).isEmpty();
        assertThat(browser().driver().findElements(By.cssSelector("img, main script")))
                .isEmpty();
        assertThat(textInView("#details")).contains("window.pwned").contains("[U+202E][U+2066][U+0000]");
        assertThat(Files.readString(run.resolve("report.html")))
                .doesNotContain("\u202e")
                .doesNotContain("\u2066");
        assertThat(browser().run("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }
}
