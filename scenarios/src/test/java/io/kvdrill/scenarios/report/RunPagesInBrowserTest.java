package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.reports.page.PairPage;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.scenarios.shipped.Library;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Needs Debian's chromium and chromium-driver, which {@code .ci/run} installs; is skipped without them. */
@DisplayName("A page in a browser")
class RunPagesInBrowserTest extends InBrowser {
    @Test
    void drawsWithoutAnErrorOrASeriousAccessibilityFindingInBothThemesAtThreeWidths() throws IOException {
        isFlawless(page("late-write-after-abort", "vllm-2026-08"), 520, 900, 1500);
    }

    @Test
    void answersWhichPeerDied() throws IOException {
        browser().size(1300, 900);
        browser().show(page("peer-death/in-data", "hardened"));

        click("nav a[href='#story']");

        assertThat(textInView("#story li.fault")).contains("prefill dies");
    }

    @Test
    void answersWhichRequestFellBackAndWhy() throws IOException {
        browser().size(1300, 900);
        browser().show(page("peer-death/in-data", "hardened"));

        click("nav a[href='#requests']");

        assertThat(textInView("#requests tr[data-request=r1]"))
                .contains("local prefill")
                .contains("connection lost");
    }

    @Test
    void answersWhichTimeoutFired() throws IOException {
        browser().size(1300, 900);
        browser().show(page("late-write-after-abort", "hardened"));

        click("nav a[href='#requests']", "button[data-request=donor]");

        assertThat(textInView("#requests tr[data-request=donor]")).contains("load timeout at 30 s");
    }

    @Test
    void answersWhichSlotsWereHeldForHowLong() throws IOException {
        browser().size(1300, 900);
        browser().show(page("late-write-after-abort", "hardened"));

        click("nav a[href='#slots']");

        assertThat(textInView("#slots tbody tr"))
                .contains("decode 14-44 31 load 2 donor 881.28 s 2.528 s")
                .contains("prefill 0-30 31 store 1 donor 881.281 s");
    }

    @Test
    void answersWhatToTypeToSeeItAgain() throws IOException {
        browser().size(1300, 900);
        browser().show(page("late-write-after-abort", "hardened"));

        assertThat(textInView("#again")).isEqualTo("kvdrill run late-write-after-abort --profile hardened --seed 1");
        click("#copy");
        assertThat(textInView("#copy")).isIn("Copied", "Selected");
    }

    @Test
    void showsASweepWithoutAnErrorOrASeriousAccessibilityFinding() throws IOException {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Console console = new Console(quiet, quiet, false, Style.PLAIN);
        String stored = folder.resolve("swept").toString();
        String[] sweep = {
            "sweep",
            "late-write-after-abort",
            "--profile",
            "vllm-2026-08",
            "--seeds",
            "1..3",
            "--vary",
            "profile.load_timeout_pd=10s,30s",
            "--vary",
            "peers.decode.step=5ms,30ms",
            "--out",
            stored
        };
        Main.run(sweep, console);
        assertThat(Main.run(new String[] {"report", stored}, console)).isZero();
        Path page = folder.resolve("swept").resolve("sweep.html");
        isFlawless(page, 520, 900, 1500);

        assertThat(browser().driver().findElement(By.id("variants")).getText())
                .contains("profile.load_timeout_pd (down) and peers.decode.step (across)");
        assertThat(browser().driver().findElements(By.cssSelector("#curves-view canvas")))
                .hasSize(3);
    }

    @Test
    void showsAComparisonWithoutAnErrorOrASeriousAccessibilityFinding() throws IOException {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Console console = new Console(quiet, quiet, false, Style.PLAIN);
        String stored = folder.resolve("comparison.json").toString();
        String[] compare = {
            "compare",
            "late-write-after-abort",
            "--seeds",
            "1..6",
            "--variant",
            "aug=vllm-2026-08",
            "--variant",
            "fixed=hardened",
            "-o",
            stored
        };
        assertThat(Main.run(compare, console)).isZero();
        assertThat(Main.run(new String[] {"report", stored}, console)).isZero();
        Path page = folder.resolve("comparison.html");
        isFlawless(page, 520, 900, 1500);
        assertThat(browser().driver().findElement(By.id("laws")).getText()).contains("newly kept");
        assertThat(browser().driver().findElements(By.cssSelector("svg.interval circle")))
                .isNotEmpty();
    }

    @Test
    void showsTwoRunsOnOneAxisWithoutAnErrorOrASeriousAccessibilityFinding() throws IOException {
        page("late-write-after-abort", "vllm-2026-08");
        page("late-write-after-abort", "hardened");
        Path runs = folder.resolve("runs").resolve("late-write-after-abort");
        StoredRun a = StoredRun.read(runs.resolve("vllm-2026-08/1").toString());
        StoredRun b = StoredRun.read(runs.resolve("hardened/1").toString());
        Path page = folder.resolve("pair.html");
        Files.writeString(page, PairPage.of(Side.pair(a.report(), a.trace(), b.report(), b.trace())));
        isFlawless(page, 520, 900, 1500);

        browser().driver().findElement(By.cssSelector("#differences button")).click();

        assertThat(browser()
                        .driver()
                        .findElement(By.cssSelector(".trace-row[aria-current]"))
                        .getText())
                .contains("[vllm-2026-08]");
    }

    @Test
    void lightsUpARequestsEventsEverywhere() throws IOException {
        browser().show(page("late-write-after-abort", "vllm-2026-08"));

        browser()
                .driver()
                .findElement(By.cssSelector("button[data-request=donor]"))
                .click();

        assertThat(browser().driver().findElement(By.cssSelector(".count")).getText())
                .contains("of request donor");
        assertThat(browser().driver().findElements(By.cssSelector("tr.selected")))
                .hasSize(1);
    }

    @Test
    void leadsFromASentenceOfTheStoryToItsEventAndItsCauses() throws IOException {
        browser().show(page("late-write-after-abort", "vllm-2026-08"));

        WebElement sentence = browser().driver().findElements(By.cssSelector(".story button")).stream()
                .filter(button -> button.getText().contains("gives up load"))
                .findFirst()
                .orElseThrow();
        sentence.click();

        assertThat(browser().driver().findElement(By.id("details")).getText())
                .contains("load timed out")
                .contains("limit 30 s");
        assertThat(browser()
                        .driver()
                        .findElement(By.cssSelector(".trace-row[aria-current]"))
                        .getText())
                .contains("load timed out");
    }

    @Test
    void findsEventsByWordsPeerAndKind() throws IOException {
        browser().show(page("late-write-after-abort", "vllm-2026-08"));

        browser().driver().findElement(By.id("trace-words")).sendKeys("abort_fetch donor");

        assertThat(browser().driver().findElement(By.cssSelector(".count")).getText())
                .startsWith("2 of 227");
    }

    @Test
    void isWorkedByTheKeyboardAlone() throws IOException {
        browser().show(page("late-write-after-abort", "vllm-2026-08"));
        WebElement canvas = browser().driver().findElement(By.cssSelector("canvas"));
        Object before = browser().run("return kvdrill.timeline.p1 - kvdrill.timeline.p0");

        canvas.sendKeys("+", "+", Keys.ARROW_RIGHT, "n", "n");

        assertThat(browser().run("return kvdrill.timeline.p1 - kvdrill.timeline.p0"))
                .isNotEqualTo(before);
        assertThat(number(browser().run("return kvdrill.selection.seq"))).isPositive();
        assertThat(browser()
                        .run(
                                "return [...document.querySelectorAll('a, button, input, select, canvas[role], [role=button]')]"
                                        + ".filter(e => e.tabIndex < 0).length"))
                .isEqualTo(0L);
    }

    /** Measures, and states nothing: {@code -Dkvdrill.measure=SCENARIO,PROFILE} names a run with many events. */
    @Test
    void saysHowLongAPageOfManyEventsTakes() throws IOException {
        String measured = System.getProperty("kvdrill.measure", "");
        assumeTrue(!measured.isEmpty(), "nothing is to be measured");
        String[] words = measured.split(",", -1);
        Path page = page(words[0], words[1]);
        browser().size(1300, 900);
        long started = System.nanoTime();
        browser().show(page);
        long ready = (System.nanoTime() - started) / 1_000_000;
        System.out.println(measured + ": " + browser().run("return kvdrill.data.trace.t.length") + " events, "
                + Files.size(page) + " bytes, interactive after " + ready + " ms");
        for (int part : new int[] {1, 4, 64}) {
            System.out.println(
                    "panning with 1/" + part + " of the run in view: from frame to frame, median and longest, "
                            + "and drawing, median and longest, ms: "
                            + browser().wait(PAN.replace("PART", Integer.toString(part))));
        }
    }

    /** Sixty frames, each moved a little; the axis is longer than the run, so that a whole run can be moved, too. */
    private static final String PAN = """
            const done = arguments[arguments.length - 1];
            const view = kvdrill.timeline;
            const width = view.axis.length / PART;
            const room = Math.max(view.axis.length - width, view.axis.length * 0.1);
            const between = [];
            const drawing = [];
            let last = 0;
            let step = 0;
            const middle = list => list.sort((a, b) => a - b)[list.length >> 1];
            (function move(now) {
              if (step > 1) { between.push(now - last); drawing.push(view.frameMillis); }
              last = now;
              if (step++ === 62) {
                done([middle(between), between[between.length - 1], middle(drawing), drawing[drawing.length - 1]].map(ms => ms.toFixed(1)).join(' '));
                return;
              }
              const from = room * (step / 62);
              view.look(from, from + width);
              requestAnimationFrame(move);
            })(performance.now());
            """;

    @Test
    void opensTheReportOfEveryShippedScenarioWithoutAnError() throws IOException {
        for (String scenario : Library.names()) {
            Path page = page(scenario, "hardened");
            assertThat(Files.size(page)).as(scenario + " in bytes").isLessThan(5L << 20);
            browser().show(page);
            assertThat(browser().run("return document.documentElement.dataset.ready"))
                    .as(scenario)
                    .isEqualTo("yes");
            assertThat(browser().errors()).as(scenario).isEmpty();
            assertThat(browser()
                            .run("return [...document.querySelectorAll('a[href^=\"#\"]')]"
                                    + ".filter(a => !document.getElementById(a.getAttribute('href').slice(1))).length"))
                    .as("dead links of " + scenario)
                    .isEqualTo(0L);
            if (keepsPictures()) {
                isFlawless(page, 520, 900, 1500);
            }
        }
    }
}
