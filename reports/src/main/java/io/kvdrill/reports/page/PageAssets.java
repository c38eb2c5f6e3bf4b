package io.kvdrill.reports.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** Scripts and styles of the page, each as one text, with the hashes by which the page's policy admits them. */
final class PageAssets {
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
    private static final List<String> SCRIPTS = List.of(
            "data.js",
            "selection.js",
            "layout.js",
            "ruler.js",
            "details.js",
            "timeline-paint.js",
            "timeline-wires.js",
            "timeline-hands.js",
            "timeline.js",
            "diagram.js",
            "plots.js",
            "charts.js",
            "curves.js",
            "trace.js",
            "main.js");

    private final String script;
    private final String style;

    PageAssets() {
        StringBuilder scripts = new StringBuilder(read(UPLOT + "uPlot.iife.min.js"));
        scripts.append("\n(() => {\n'use strict';\n");
        SCRIPTS.forEach(name -> scripts.append(read(name)).append('\n'));
        scripts.append("})();\n");
        this.script = safeInside(scripts.toString());
        this.style = safeInside(read(UPLOT + "uPlot.min.css") + "\n" + read("page.css"));
    }

    String script() {
        return script;
    }

    String style() {
        return style;
    }

    /** The policy: nothing from elsewhere, no script or style but these two. */
    String policy() {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; base-uri 'none'; form-action 'none'";
    }

    /** An end tag or a comment inside a text would end the element that holds it. */
    private static String safeInside(String text) {
        return text.replace("</", "<\\/").replace("<!--", "<\\!--");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String read(String name) {
        try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("the jar's " + name + " cannot be read", e);
        }
    }
}
