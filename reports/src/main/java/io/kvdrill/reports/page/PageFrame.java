package io.kvdrill.reports.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.button;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.header;
import static j2html.TagCreator.html;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.noscript;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.script;
import static j2html.TagCreator.section;
import static j2html.TagCreator.style;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.title;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import j2html.tags.specialized.SectionTag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** What all pages have around their parts: policy, style, scripts, headline, links to the parts, data for the scripts. */
final class PageFrame {
    private PageFrame() {}

    /**
     * A page.
     *
     * @param what its headline
     * @param parts ids of its parts, in order
     * @param sections the parts
     * @param data what the scripts draw, as JSON
     */
    static String page(String what, List<String> parts, List<DomContent> sections, String data) {
        PageAssets assets = new PageAssets();
        return ShownTexts.seen(document(html(
                        head(
                                meta().withCharset("utf-8"),
                                meta().attr("http-equiv", "Content-Security-Policy")
                                        .withContent(assets.policy()),
                                meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                                title(what + ": kvdrill"),
                                style(rawHtml(assets.style()))),
                        body(
                                a("Skip to the content")
                                        .withHref("#" + parts.get(Math.min(1, parts.size() - 1)))
                                        .withClass("skip"),
                                top(what, parts),
                                main(each(sections, part -> part)),
                                script(rawHtml(packed(ShownTexts.seen(data))))
                                        .withType("application/octet-stream")
                                        .withId("data"),
                                script(rawHtml(assets.script()))))
                .withLang("en")));
    }

    private static DomContent top(String what, List<String> parts) {
        return header(
                h1(what),
                nav(each(parts, name -> a(name).withHref("#" + name))).attr("aria-label", "Parts of this page"),
                button("Light or dark").withId("theme").withType("button"));
    }

    /**
     * A part that scripts draw.
     *
     * @param hint what it shows
     * @param hands what mouse and keys do in it; left out on paper, and where it is empty
     */
    static SectionTag drawn(String id, String title, String hint, String hands) {
        return section(
                        h2(title),
                        p(hint).withClass("hint"),
                        iff(!hands.isEmpty(), p(hands).withClass("hint hands")),
                        noscript("This part needs scripts."),
                        div().withId(id + "-view").withClass("view"))
                .withId(id);
    }

    /** The head of a table; a column without a title has an empty cell. */
    static DomContent headings(String... titles) {
        return thead(tr(each(
                List.of(titles), title -> title.isEmpty() ? td() : th(title).attr("scope", "col"))));
    }

    /** Something that may be wider than the page, and is then moved by itself. */
    static DomContent scrolled(String label, DomContent content) {
        return div(content)
                .withClass("scroll")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", label);
    }

    private static String packed(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
