package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moves moments of a document to later; what is no moment is left as it is, for its reader to refuse. */
final class Shifts {
    private static final Pattern RELATIVE = Pattern.compile("\\s*([A-Za-z_][A-Za-z0-9_-]*)\\s*(?:\\+\\s*(\\S.*))?");
    private static final String AT = "at";
    private static final String AFTER = "after";
    private static final String PLUS = "plus";
    private static final String OFFSET = "offset";

    private Shifts() {}

    /** A mapping whose {@code at}, or whose {@code after} with {@code plus}, comes so much later. */
    static YamlValue.Mapping item(YamlValue.Mapping item, long nanos) {
        if (nanos == 0) {
            return item;
        }
        if (item.entry(AFTER).isPresent()) {
            return added(item, PLUS, nanos);
        }
        YamlValue at = item.get(AT).orElse(null);
        return at == null ? item.with(entry(AT, item.span(), nanos)) : item.with(replaced(item, AT, moment(at, nanos)));
    }

    private static YamlValue moment(YamlValue at, long nanos) {
        if (at instanceof YamlValue.Mapping mapping) {
            if (mapping.entry(AFTER).isPresent()) {
                return added(mapping, PLUS, nanos);
            }
            return mapping.entry("edge").isPresent() ? added(mapping, OFFSET, nanos) : mapping;
        }
        if (!(at instanceof YamlValue.Scalar scalar)) {
            return at;
        }
        try {
            Matcher relative = RELATIVE.matcher(scalar.text());
            if (!relative.matches()) {
                return new YamlValue.Scalar(
                        scalar.span(), Units.nanos(scalar.text().strip()) + nanos + "ns", false);
            }
            String delay = relative.group(2);
            long later = (delay == null ? 0 : Units.nanos(delay)) + nanos;
            return new YamlValue.Scalar(scalar.span(), relative.group(1) + " + " + later + "ns", false);
        } catch (UnitException e) {
            return at;
        }
    }

    private static YamlValue.Mapping added(YamlValue.Mapping mapping, String field, long nanos) {
        YamlValue written = mapping.get(field).orElse(null);
        if (written == null) {
            return mapping.with(entry(field, mapping.span(), nanos));
        }
        if (!(written instanceof YamlValue.Scalar scalar)) {
            return mapping;
        }
        try {
            String text = scalar.text().strip();
            long before = text.startsWith("-") ? -Units.nanos(text.substring(1)) : Units.nanos(text);
            return mapping.with(
                    replaced(mapping, field, new YamlValue.Scalar(scalar.span(), before + nanos + "ns", false)));
        } catch (UnitException e) {
            return mapping;
        }
    }

    private static YamlValue.Entry replaced(YamlValue.Mapping mapping, String field, YamlValue value) {
        Span span = mapping.entry(field).map(YamlValue.Entry::nameSpan).orElse(mapping.span());
        return new YamlValue.Entry(field, span, value);
    }

    private static YamlValue.Entry entry(String field, Span span, long nanos) {
        return new YamlValue.Entry(field, span, new YamlValue.Scalar(span, nanos + "ns", false));
    }
}
