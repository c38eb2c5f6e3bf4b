package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.fieldcase.FieldCases;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import java.util.List;

/** What a scenario file says of what it rehearses. */
public final class RehearsalFields {
    private static final WordType<String> KIND_WORDS = same(
            WordType.named("kind"),
            List.of(
                    List.of("handshake", "peers meet, or fail to"),
                    List.of("death", "a peer or its data path dies, stalls or comes back"),
                    List.of("expiry", "a deadline passes"),
                    List.of("abort", "somebody gives up what is under way"),
                    List.of("capacity", "slots, sessions, sockets or queues run out"),
                    List.of("identity", "who is who"),
                    List.of("data", "bytes in slots"),
                    List.of("config", "peers that are set up in different or impossible ways"),
                    List.of("performance", "what a pull costs")));
    private static final WordType<String> SYMPTOM_WORDS = same(
            WordType.named("symptom"),
            List.of(
                    List.of("seconds_waited", "requests wait for seconds, and are answered then"),
                    List.of("wrong_output", "answers are computed from bytes of something else"),
                    List.of("no_hits", "nothing is pulled, and nobody says why"),
                    List.of("crash", "an engine dies of it"),
                    List.of("leak", "slots, ids, sessions or sockets are not given back"),
                    List.of("lost_requests", "requests fail, or their clients give up")));

    static final Field<List<String>> FIELD_CASES = Field.of(
                    "field_cases", new ListType<>(Scalars.nameAmong("field case", FieldCases.ids())), "[]")
            .about("the field cases that it rehearses, by their ids in docs/field-cases.md: `kvdrill explain F36`")
            .example("[F1, F58]");
    static final Field<String> KIND = Field.optional("kind", KIND_WORDS, "nothing is said")
            .about("what sort of trouble it is: for `kvdrill list --kind`")
            .example("death");
    static final Field<List<String>> SYMPTOMS = Field.of("symptoms", new ListType<>(SYMPTOM_WORDS), "[]")
            .about("how it is noticed: for `kvdrill list --symptom`")
            .example("[seconds_waited, leak]");
    static final Field<List<String>> LAWS = Field.of("laws", new ListType<>(Scalars.LAW), "[]")
            .about("laws that it is about, whether or not they break in it: for `kvdrill list --law`")
            .example("[I2, I11]");

    private RehearsalFields() {}

    /** What {@code kind} may be. */
    public static List<String> kinds() {
        return List.copyOf(KIND_WORDS.words().keySet());
    }

    /** What {@code symptoms} may hold. */
    public static List<String> symptoms() {
        return List.copyOf(SYMPTOM_WORDS.words().keySet());
    }

    static Rehearsal of(Values values) {
        return new Rehearsal(
                values.get(FIELD_CASES), values.find(KIND).orElse(""), values.get(SYMPTOMS), values.get(LAWS));
    }

    private static WordType<String> same(WordType<String> none, List<List<String>> words) {
        WordType<String> type = none;
        for (List<String> word : words) {
            type = type.word(word.get(0), word.get(0), word.get(1));
        }
        return type;
    }
}
