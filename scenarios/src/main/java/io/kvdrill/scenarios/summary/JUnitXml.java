package io.kvdrill.scenarios.summary;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Cases as JUnit XML, as CI systems read it: a suite for each scenario, a test for each case under a profile. A case that
 * is not as stated is a failure, one that kvdrill could not run to its end is an error; each says how to repeat it.
 */
public final class JUnitXml {
    private final XMLStreamWriter xml;

    private JUnitXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** The text of the file. */
    public static String of(List<CaseResult> cases) {
        StringWriter out = new StringWriter();
        try {
            new JUnitXml(XMLOutputFactory.newInstance().createXMLStreamWriter(out)).write(cases);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("cannot write XML to memory", e);
        }
        return out + "\n";
    }

    private void write(List<CaseResult> cases) throws XMLStreamException {
        Map<String, List<CaseResult>> suites = new LinkedHashMap<>();
        cases.forEach(result -> suites.computeIfAbsent(result.fileName(), name -> new ArrayList<>())
                .add(result));
        xml.writeStartDocument("UTF-8", "1.0");
        line(0);
        xml.writeStartElement("testsuites");
        attribute("name", "kvdrill");
        counts(cases);
        for (Map.Entry<String, List<CaseResult>> suite : suites.entrySet()) {
            line(1);
            xml.writeStartElement("testsuite");
            attribute("name", suite.getKey());
            counts(suite.getValue());
            for (CaseResult result : suite.getValue()) {
                testcase(result);
            }
            line(1);
            xml.writeEndElement();
        }
        line(0);
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    private void counts(List<CaseResult> cases) throws XMLStreamException {
        long errors = cases.stream().filter(c -> c.report() == null).count();
        long failures = cases.stream().filter(c -> !c.asStated()).count() - errors;
        attribute("tests", Integer.toString(cases.size()));
        attribute("failures", Long.toString(failures));
        attribute("errors", Long.toString(errors));
        attribute(
                "time",
                CaseResult.seconds(
                        cases.stream().mapToLong(CaseResult::wallNanos).sum(), 3));
    }

    private void testcase(CaseResult result) throws XMLStreamException {
        line(2);
        xml.writeStartElement("testcase");
        attribute("name", result.scenario() + " under " + result.profile() + ", seed " + result.seed());
        attribute("classname", "kvdrill." + result.scenario().replace('/', '.'));
        attribute("time", result.seconds(3));
        if (!result.asStated()) {
            line(3);
            xml.writeStartElement(result.report() == null ? "error" : "failure");
            attribute("message", headline(result));
            attribute("type", result.verdict().replace(' ', '_'));
            xml.writeCharacters(clean(String.join("\n", result.reasons()) + "\nagain: " + result.again()));
            xml.writeEndElement();
        }
        if (result.report() != null) {
            line(3);
            xml.writeStartElement("system-out");
            xml.writeCharacters("fingerprint " + result.report().fingerprint());
            xml.writeEndElement();
        }
        line(2);
        xml.writeEndElement();
    }

    private static String headline(CaseResult result) {
        List<String> reasons = result.reasons();
        return reasons.isEmpty() ? result.verdict() : result.verdict() + ": " + reasons.get(0);
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** XML has no place for most control characters, not even escaped, nor for halves of pairs. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == '\n' || c == '\t' || (c >= ' ' && c < 0xD800) || (c > 0xDFFF && c < 0xFFFE) || c > 0xFFFF
                        ? c
                        : '?')
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
