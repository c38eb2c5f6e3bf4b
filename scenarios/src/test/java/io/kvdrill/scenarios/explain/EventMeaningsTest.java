package io.kvdrill.scenarios.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.fault.EventCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The documentation comments of the events are their meanings. {@code ./mvnw -o -Pfast -pl scenarios -am test
 * -Dtest=EventMeaningsTest -Dkvdrill.update=true} copies them into the resource.
 */
@DisplayName("The meaning of an event")
class EventMeaningsTest {
    private static final Path RESOURCE =
            Path.of("src", "main", "resources", "io", "kvdrill", "scenarios", "explain", EventMeanings.EVENTS);
    private static final String MESSAGES = "core/src/main/java/io/kvdrill/core/protocol/Message.java";

    /** In the order of the catalogue: of two events of one name, the first counts. */
    private static final List<String> SOURCES = List.of(
            "core/src/main/java/io/kvdrill/core/trace/SessionEvent.java",
            "core/src/main/java/io/kvdrill/core/trace/ClientEvent.java",
            "core/src/main/java/io/kvdrill/core/trace/ServerEvent.java",
            "core/src/main/java/io/kvdrill/core/trace/ManagerEvent.java",
            "sim/src/main/java/io/kvdrill/sim/engine/EngineEvent.java",
            "sim/src/main/java/io/kvdrill/sim/fault/FaultEvent.java",
            "sim/src/main/java/io/kvdrill/sim/kernel/HostEvent.java",
            "sim/src/main/java/io/kvdrill/sim/network/NetworkEvent.java",
            "sim/src/main/java/io/kvdrill/sim/fabric/FabricEvent.java",
            MESSAGES);

    private static final Pattern RECORD =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*record (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern PARAMETER = Pattern.compile("@param (\\w+) ((?:(?! @\\w).)*)");
    private static final Pattern INLINE = Pattern.compile("\\{@(code|link) ([^}]*)}");

    private final EventCatalogue catalogue = new EventCatalogue();
    private final EventMeanings meanings = new EventMeanings();

    @Test
    void isItsDocumentationComment() throws IOException {
        StringBuilder text = new StringBuilder();
        fromSources()
                .forEach((name, meaning) ->
                        text.append(name).append(": ").append(meaning).append('\n'));
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.writeString(RESOURCE, text);
        }
        assertThat(Files.readString(RESOURCE)).isEqualTo(text.toString());
    }

    @Test
    void isKnownOfEveryEventMessageAndField() {
        Set<String> shared = new TreeSet<>(meanings.sharedFields());
        for (String event : catalogue.events()) {
            assertThat(meanings.of(event)).as(event).isPresent();
            for (String field : catalogue.fieldsOf(event)) {
                assertThat(meanings.of(event, field)).as("%s.%s", event, field).isPresent();
                shared.remove(field);
            }
        }
        for (String message : catalogue.messages()) {
            assertThat(meanings.of(message)).as(message).isPresent();
        }
        assertThat(shared).as("fields that no event has").isEmpty();
    }

    private static Map<String, String> fromSources() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        for (String source : SOURCES) {
            Matcher matcher = RECORD.matcher(Files.readString(Path.of("..").resolve(source)));
            while (matcher.find()) {
                add(
                        found,
                        nameOf(source, matcher.group(2)),
                        source.equals(MESSAGES) ? "message." : "",
                        matcher.group(1));
            }
        }
        return found;
    }

    private static void add(Map<String, String> found, String name, String fieldPrefix, String comment) {
        String text = plain(comment.replaceAll("\\n\\s*\\*", " "));
        int parameters = text.indexOf(" @");
        if (found.putIfAbsent(name, parameters < 0 ? text : text.substring(0, parameters)) == null) {
            Matcher parameter = PARAMETER.matcher(text);
            while (parameter.find()) {
                found.put(
                        name + "." + fieldPrefix + snakeCase(parameter.group(1)),
                        parameter.group(2).strip());
            }
        }
    }

    /** The wire name of a message is that of its record, but for one. */
    private static String nameOf(String source, String record) {
        String name = snakeCase(record.substring(0, 1).toLowerCase(Locale.ROOT) + record.substring(1));
        return source.equals(MESSAGES) ? name.replace("lookup_response", "lookup_resp") : name;
    }

    /** Without tags; names of components as a trace writes them. */
    private static String plain(String comment) {
        String text = INLINE.matcher(comment).replaceAll(tag -> {
            String quote = tag.group(1).equals("code") ? "`" : "";
            return Matcher.quoteReplacement(quote + snakeCase(tag.group(2).replaceAll(".*#", "")) + quote);
        });
        return text.replaceAll("<[^>]*>", "").replaceAll("\\s+", " ").strip();
    }

    private static String snakeCase(String name) {
        return name.matches("[a-z]\\w*") ? name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT) : name;
    }
}
