package io.kvdrill.reports.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.ChainHash;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.RecordedEntry;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFileTest {
    private static final TraceHeader HEADER = TraceHeader.of("peer-death", "hardened", -7, "0.1.0");
    private static final BlockKey KEY = BlockKey.ofHex("00112233445566778899aabbccddeeff");

    @TempDir
    Path directory;

    @Test
    void readsBackWhatItWrote() throws IOException {
        List<StoredEntry> entries = entries();
        StoredTrace trace = TraceReader.read("memory", new StringReader(written(entries)));

        assertThat(trace.header()).isEqualTo(HEADER);
        assertThat(trace.entries()).isEqualTo(entries);
        assertThat(trace.fingerprint())
                .isEqualTo(entries.get(entries.size() - 1).chain());
    }

    @Test
    void readsBackATraceWithoutEntries() throws IOException {
        StoredTrace trace = TraceReader.read("memory", new StringReader(written(List.of())));

        assertThat(trace.entries()).isEmpty();
        assertThat(trace.fingerprint()).isEqualTo(new ChainHash().hex());
    }

    @Test
    void writesOneLineForEachEntryInADocumentedForm() throws IOException {
        String[] lines = written(entries()).split("\n");

        assertThat(lines).hasSize(6);
        assertThat(lines[0])
                .isEqualTo(
                        "{\"kvdrill_trace\":1,\"schema\":\"urn:kvdrill:trace:1\",\"scenario\":\"peer-death\",\"profile\":\"hardened\",\"seed\":-7,"
                                + "\"version\":\"0.1.0\"}");
        assertThat(lines[1])
                .startsWith("{\"seq\":1,\"t\":10,\"peer\":\"a:1\",\"cause\":0,\"kind\":\"session_died\",\"chain\":\"")
                .endsWith("\"fields\":{\"peer\":\"b:1\",\"reason\":\"no heartbeat \u00e9\"}}");
        assertThat(lines[5]).startsWith("{\"entries\":4,\"fingerprint\":\"");
    }

    @Test
    void writesTheSameLinesForEntriesThatHaveNotBeenMadePlain() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TraceWriter writer = new TraceWriter(bytes, HEADER)) {
            for (Recorded entry : recorded()) {
                writer.write(entry);
            }
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(written(entries()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | delete      | line 1 | header",
                "3 | delete      | line 3 | this is entry 3; expected entry 2",
                "3 | corrupt     | line 3 | does not match its hash",
                "3 | garble      | line 3 | no JSON",
                "2 | number      | line 2 | no trace does",
                "6 | delete      | line 6 | cut short",
                "6 | miscount    | line 6 | should have 9 entries; it has 4",
                "6 | misprint    | line 6 | the fingerprint is",
                "6 | append      | line 7 | more after the closing line",
                "1 | reschema    | line 1 | urn:kvdrill:trace:2",
                "1 | reschema    | line 1 | this version reads urn:kvdrill:trace:1",
                "3 | recause     | line 3 | the cause of entry 2 is 7; expected an earlier entry, or 0",
                "3 | garble      | line 3 | it ends too early (column ",
                "1 | reformat    | line 1 | format 2 (of kvdrill 0.1.0); this version reads format 1"
            })
    void saysWhichLineIsDamagedAndHow(int number, String damage, String where, String what) throws IOException {
        List<String> lines = new ArrayList<>(Arrays.asList(written(entries()).split("\n")));
        String line = lines.get(number - 1);
        switch (damage) {
            case "delete" -> lines.remove(number - 1);
            case "corrupt" -> lines.set(number - 1, line.replace("\"request\":\"r1\"", "\"request\":\"r2\""));
            case "garble" -> lines.set(number - 1, line.substring(0, line.length() / 2));
            case "number" ->
                lines.set(number - 1, line.replace("\"reason\":\"no heartbeat \u00e9\"", "\"reason\":1.5"));
            case "miscount" -> lines.set(number - 1, line.replace("\"entries\":4", "\"entries\":9"));
            case "misprint" -> lines.set(number - 1, line.replaceAll("fingerprint\":\"....", "fingerprint\":\"0000"));
            case "append" -> lines.add("{}");
            case "reschema" -> lines.set(number - 1, line.replace("trace:1", "trace:2"));
            case "recause" -> lines.set(number - 1, line.replace("\"cause\":1", "\"cause\":7"));
            case "reformat" -> lines.set(number - 1, line.replace("\"kvdrill_trace\":1", "\"kvdrill_trace\":2"));
            default -> throw new IllegalArgumentException(damage);
        }
        String damaged = String.join("\n", lines) + "\n";

        assertThatThrownBy(() -> TraceReader.read("run/trace.jsonl", new StringReader(damaged)))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith("run/trace.jsonl, " + where + ": ")
                .hasMessageContaining(what);
    }

    @Test
    void refusesFilesThatAreNoTraces() throws IOException {
        assertThatThrownBy(() -> TraceReader.read("x", new StringReader("")))
                .hasMessage("x, line 1: the file is empty; expected a trace's header");
        assertThatThrownBy(() -> TraceReader.read("x", new StringReader("[1]\n")))
                .hasMessageContaining("JSON object");
        Path binary = directory.resolve("binary");
        Files.write(binary, new byte[] {(byte) 0xFF, 0x00, (byte) 0xFE});
        assertThatThrownBy(() -> TraceReader.read(binary))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("no UTF-8");
        assertThatThrownBy(() -> TraceReader.read(directory.resolve("absent"))).isInstanceOf(IOException.class);
    }

    @Test
    void readsAFile() throws IOException {
        Path file = directory.resolve("trace.jsonl");
        Files.writeString(file, written(entries()));

        assertThat(TraceReader.read(file).entries()).hasSize(4);
    }

    @Test
    void showsAnEntryOnOneLine() {
        List<StoredEntry> entries = entries();

        assertThat(EntryText.of(entries.get(0)))
                .isEqualTo("0.000000010 s  a:1  session_died peer=b:1 reason=\"no heartbeat \u00e9\"  [#1]");
        assertThat(EntryText.of(entries.get(1)))
                .isEqualTo("1.000000020 s  a:1  message_sent peer=b:1 message=fetch(request=r1 keys=[00112233.. "
                        + "00112233.. 00112233.. 00112233.. ... 5 in all] block_indexes=[1 2 3 4 ... 5 in all] round=9)"
                        + "  [#2 after #1]");
        assertThat(EntryText.of(entries.get(2))).contains("  (world)  ").contains("epoch=-");
        assertThat(EntryText.of(entries.get(3))).contains("request=\"\"").doesNotContain("\n");
    }

    private static List<StoredEntry> entries() {
        EventSchema schema = new EventSchema();
        return recorded().stream()
                .map(one -> new StoredEntry(
                        one.sequence(),
                        one.worldNanos(),
                        one.peer(),
                        one.cause(),
                        schema.kind(one.event()),
                        schema.fields(one.event()),
                        one.chain()))
                .toList();
    }

    private record Recorded(
            long sequence, long worldNanos, String peer, long cause, TraceEvent event, long chainHigh, long chainLow)
            implements RecordedEntry {}

    private static List<Recorded> recorded() {
        EventSchema schema = new EventSchema();
        List<TraceEvent> events = List.of(
                new SessionEvent.SessionDied("b:1", "no heartbeat \u00e9"),
                new SessionEvent.MessageSent(
                        "b:1",
                        new Message.Fetch("r1", List.of(KEY, KEY, KEY, KEY, KEY), SlotList.of(1, 2, 3, 4, -1), 9)),
                new SessionEvent.MessageSent("b:1", new Message.ConnectAck("a:1", null)),
                new ClientEvent.LoadRefused("b:1", "", 5, "line\nbreak"));
        ChainHash chain = new ChainHash();
        List<Recorded> entries = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            String peer = i == 2 ? "" : "a:1";
            long nanos = i * 1_000_000_000L + 10L * (i + 1);
            chain.beginEntry(i + 1, nanos, peer, i);
            schema.hash(events.get(i), chain);
            entries.add(new Recorded(i + 1, nanos, peer, i, events.get(i), chain.high(), chain.low()));
        }
        return entries;
    }

    private static String written(List<StoredEntry> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TraceWriter writer = new TraceWriter(bytes, HEADER)) {
            for (StoredEntry entry : entries) {
                writer.write(entry);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
