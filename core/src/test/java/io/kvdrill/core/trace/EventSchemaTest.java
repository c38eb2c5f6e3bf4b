package io.kvdrill.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventSchemaTest {
    private static final BlockKey KEY = BlockKey.ofHex("00ff10");

    private final EventSchema schema = new EventSchema();

    enum Colour {
        DARK_RED {
            @Override
            boolean warm() {
                return true;
            }
        };

        boolean warm() {
            return false;
        }
    }

    record EverythingAtOnce(
            String text,
            long large,
            int small,
            boolean truth,
            Colour aColour,
            BlockKey key,
            SlotList slots,
            List<Long> jobs,
            List<BlockKey> keys,
            List<Boolean> hits,
            Bytes metadata,
            @Nullable Long absent,
            Message message)
            implements TraceEvent {}

    record Odd(Object thing) implements TraceEvent {}

    private static EverythingAtOnce everything() {
        return new EverythingAtOnce(
                "a\u00e9\"",
                Long.MIN_VALUE,
                -1,
                true,
                Colour.DARK_RED,
                KEY,
                SlotList.of(3, -1),
                List.of(7L),
                List.of(KEY),
                List.of(true, false),
                Bytes.ofHex("beef"),
                null,
                new Message.Fetch("r1", List.of(KEY), SlotList.of(9), 2));
    }

    @Test
    void namesTheKindAndTheFieldsInSnakeCaseAndMakesValuesPlain() {
        assertThat(schema.kind(everything())).isEqualTo("everything_at_once");
        Map<String, Object> fetch = new LinkedHashMap<>();
        fetch.put("type", "fetch");
        fetch.put("request", "r1");
        fetch.put("keys", List.of("00ff10"));
        fetch.put("block_indexes", List.of(9L));
        fetch.put("round", 2L);

        assertThat(schema.fields(everything()))
                .containsExactly(
                        new Field("text", "a\u00e9\""),
                        new Field("large", Long.MIN_VALUE),
                        new Field("small", -1L),
                        new Field("truth", true),
                        new Field("a_colour", "dark_red"),
                        new Field("key", "00ff10"),
                        new Field("slots", List.of(3L, -1L)),
                        new Field("jobs", List.of(7L)),
                        new Field("keys", List.of("00ff10")),
                        new Field("hits", List.of(true, false)),
                        new Field("metadata", "beef"),
                        new Field("absent", null),
                        new Field("message", fetch));
    }

    @Test
    void hashesAnEventAndItsStoredFormAlike() {
        ChainHash live = new ChainHash();
        schema.hash(everything(), live);
        ChainHash stored = new ChainHash();
        EventSchema.hash(
                new StoredEntry(1, 2, "p", 0, schema.kind(everything()), schema.fields(everything()), ""), stored);

        assertThat(live.hex()).isEqualTo(stored.hex());
    }

    @Test
    void readsEveryEventOfTheCore() {
        List<TraceEvent> events = List.of(
                new SessionEvent.MessageSent("a:1", new Message.ConnectAck("b:1", null)),
                new SessionEvent.SessionDied("a:1", "because"),
                new ManagerEvent.ParkedStoresReaped("r", List.of(1L, 2L), 5),
                new ClientEvent.ProbeResolved("a:1", "r", KEY, true, 3));

        assertThat(events)
                .extracting(schema::kind)
                .containsExactly("message_sent", "session_died", "parked_stores_reaped", "probe_resolved");
        assertThat(events).allSatisfy(event -> assertThat(schema.fields(event)).isNotEmpty());
    }

    @Test
    void refusesWhatATraceCannotHold() {
        assertThatThrownBy(() -> schema.fields(new Odd(java.util.Locale.ROOT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.util.Locale");
        assertThatThrownBy(() -> schema.hash(new Odd(1.5), new ChainHash()))
                .isInstanceOf(IllegalArgumentException.class);
        TraceEvent lambda = new TraceEvent() {};
        assertThatThrownBy(() -> schema.kind(lambda)).hasMessageContaining("is no record");
    }

    @ParameterizedTest
    @CsvSource({
        "LoadTimedOut,load_timed_out",
        "kvRequestId,kv_request_id",
        "PDLoad,pd_load",
        "x,x",
        "ageNanos2,age_nanos2",
        "loadPD,load_pd"
    })
    void spellsNamesInSnakeCase(String name, String snake) {
        assertThat(EventSchema.snakeCase(name)).isEqualTo(snake);
    }
}
