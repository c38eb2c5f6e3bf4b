package io.kvdrill.scenarios.fieldcase;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All field cases, as the resource beside this class has them. */
public final class FieldCases {
    private static final String RESOURCE = "field-cases.yaml";

    private static final Field<String> TITLE =
            Field.required("title", Scalars.TEXT).about("what happens, in a line");
    private static final Field<List<String>> LINKS =
            Field.of("links", new ListType<>(Scalars.TEXT), "[]").about("where it was reported");
    private static final Field<String> STORY =
            Field.required("story", Scalars.TEXT).about("what happened and why");
    private static final Field<Map<String, Deadlines>> WAITS = Field.of(
                    "waits",
                    new MapType<>(
                            "profile",
                            new ScalarType<>(
                                    "deadlines",
                                    "rows of a profile with + between them",
                                    ScalarType.Json.TEXT,
                                    Deadlines::parse),
                            (entry, reading) -> ProfileReader.presetNames().contains(entry.name())),
                    "{}")
            .about("by profile, the deadlines that a request waits for, one after the other");
    private static final Field<List<String>> SETTINGS = Field.of(
                    "settings",
                    new ListType<>(Scalars.nameAmong(
                            "row", Rows.all().stream().map(Row::name).toList())),
                    "[]")
            .about("the rows of a profile that decide how it ends");
    private static final Field<String> LOOK_AT =
            Field.optional("look_at", Scalars.TEXT, "nothing is said").about("what to look at");
    private static final Field<String> OUTSIDE =
            Field.optional("outside", Scalars.TEXT, "a scenario rehearses it").about("why no scenario rehearses it");

    private static final MapType<FieldCase> ALL = new MapType<>(
            "field case",
            new Shape<>(
                    "a field case",
                    "A public failure report",
                    List.of(TITLE, LINKS, STORY, WAITS, SETTINGS, LOOK_AT, OUTSIDE),
                    values -> new FieldCase(
                            "",
                            values.get(TITLE),
                            values.get(LINKS),
                            values.get(STORY),
                            values.get(WAITS),
                            values.get(SETTINGS),
                            values.find(LOOK_AT).orElse(""),
                            values.find(OUTSIDE).orElse(""))),
            (entry, reading) -> true);

    private static final List<FieldCase> SHIPPED = read();

    private FieldCases() {}

    /** All of them, in the order of docs/field-cases.md. */
    public static List<FieldCase> all() {
        return SHIPPED;
    }

    /** Their ids. */
    public static List<String> ids() {
        return SHIPPED.stream().map(FieldCase::id).toList();
    }

    /** The one of this id, in upper or lower case. */
    public static Optional<FieldCase> named(String id) {
        return SHIPPED.stream().filter(each -> each.id().equalsIgnoreCase(id)).findFirst();
    }

    private static List<FieldCase> read() {
        Problems problems = new Problems();
        Map<String, FieldCase> written =
                ALL.read(YamlParser.parse(Source.of(RESOURCE, text()), problems), new Reading(problems));
        problems.throwIfAny();
        if (written == null) {
            throw new IllegalStateException(RESOURCE + " cannot be read");
        }
        List<FieldCase> cases = new ArrayList<>();
        written.forEach((id, each) -> cases.add(new FieldCase(
                id,
                each.title(),
                each.links(),
                each.story(),
                each.waits(),
                each.settings(),
                each.lookAt(),
                each.outside())));
        return List.copyOf(cases);
    }

    private static String text() {
        try (InputStream in = FieldCases.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
