package io.kvdrill.scenarios.schema;

import static io.kvdrill.scenarios.schema.ScalarSchema.map;
import static io.kvdrill.scenarios.schema.ScalarSchema.typed;

import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.sim.fault.EventCatalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema of a line of {@code trace.jsonl}: the header, an entry, or the closing line. */
final class TraceSchema {
    private static final String HASH = "^[0-9a-f]{32}$";

    private TraceSchema() {}

    static Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", "A line of a kvdrill trace");
        schema.put("description", "A header, an entry for each event, and a closing line; docs/trace.md says more.");
        schema.put("oneOf", List.of(reference("header"), reference("entry"), reference("closing")));
        Map<String, Object> definitions = new LinkedHashMap<>();
        definitions.put("header", header());
        definitions.put("entry", entry());
        definitions.put("closing", closing());
        schema.put("$defs", definitions);
        return schema;
    }

    private static Map<String, Object> header() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("kvdrill_trace", about("version of the format", map("const", TraceHeader.FORMAT)));
        properties.put("schema", about("name of this schema", map("const", Schemas.TRACE.id())));
        properties.put("scenario", about("name of the scenario, with the case", typed("string")));
        properties.put("profile", about("name of the profile", typed("string")));
        properties.put("seed", about("the seed", count(0)));
        properties.put("version", about("version of kvdrill that wrote it", typed("string")));
        return object("The first line", properties, List.of("kvdrill_trace", "scenario", "profile", "seed", "version"));
    }

    private static Map<String, Object> entry() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("seq", about("number of the entry, from 1, without gaps", count(1)));
        properties.put("t", about("world time in nanoseconds", count(0)));
        properties.put("peer", about("whose event it is; empty for the world's own", typed("string")));
        properties.put("cause", about("number of the entry that led to this one; 0 for none", count(0)));
        EventCatalogue catalogue = new EventCatalogue();
        properties.put("kind", about("the kind of event", map("enum", List.copyOf(catalogue.events()))));
        properties.put("chain", about("hash over this entry and all before it", hash()));
        properties.put("fields", about("what the event says", typed("object")));
        Map<String, Object> entry = object("An event", properties, List.copyOf(properties.keySet()));
        List<Object> kinds = new ArrayList<>();
        for (String kind : catalogue.events()) {
            List<String> fields = catalogue.fieldsOf(kind).stream()
                    .filter(field -> field.indexOf('.') < 0)
                    .toList();
            Map<String, Object> rule = new LinkedHashMap<>();
            rule.put("if", map("properties", map("kind", map("const", kind))));
            rule.put("then", map("properties", map("fields", map("required", fields))));
            kinds.add(rule);
        }
        entry.put("allOf", kinds);
        return entry;
    }

    private static Map<String, Object> closing() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("entries", about("how many entries there are", count(0)));
        properties.put("fingerprint", about("the chain of the last entry", hash()));
        return object("The last line; a file without it was cut short", properties, List.copyOf(properties.keySet()));
    }

    private static Map<String, Object> object(
            String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("description", description);
        object.putAll(typed("object"));
        object.put("properties", properties);
        object.put("required", required);
        return object;
    }

    private static Map<String, Object> about(String text, Map<String, Object> value) {
        Map<String, Object> described = map("description", text);
        described.putAll(value);
        return described;
    }

    private static Map<String, Object> count(int least) {
        Map<String, Object> count = typed("integer");
        count.put("minimum", least);
        return count;
    }

    private static Map<String, Object> hash() {
        Map<String, Object> hash = typed("string");
        hash.put("pattern", HASH);
        return hash;
    }

    private static Map<String, Object> reference(String name) {
        return map("$ref", "#/$defs/" + name);
    }
}
