package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.ProfileOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a scenario states under profiles other than its own. */
final class OutcomeFields {

    /**
     * An outcome under a profile that is named elsewhere.
     *
     * @param why for people; may be empty
     */
    record Outcome(List<String> breaks, List<Expectation> drops, List<Expectation> expect, String why) {
        static final Outcome SAME = new Outcome(List.of(), List.of(), List.of(), "");
    }

    private static final Field<List<String>> BREAKS = Field.of("breaks", new ListType<>(Scalars.LAW), "[]")
            .about("laws that break under this profile; each must, and no other may")
            .example("[I2, I11]");
    private static final Field<List<Expectation>> EXPECT = Field.of(
                    "expect", new ListType<>(ExpectationFields.EXPECTATION), "[]")
            .about("expectations that replace those of the file on the same subject, or are added")
            .example("[{load: r1, ends: failed, within: 41s}]");
    private static final Field<List<Expectation>> DROP = Field.of(
                    "drop", new ListType<>(ExpectationFields.EXPECTATION), "[]")
            .about("expectations of the file that are not stated under this profile, written as there: what is on their"
                    + " subject is dropped")
            .example("[{never: peer_down at prefill}]");
    private static final Field<String> WHY = Field.optional("why", Scalars.TEXT, "nothing is said about it")
            .about("why it ends so, for people")
            .example("the slots are released while the write still runs");

    private static final Shape<Outcome> OUTCOME = new Shape<>(
            "an outcome",
            "What comes of the scenario under a profile",
            List.of(BREAKS, DROP, EXPECT, WHY),
            values -> new Outcome(
                    values.get(BREAKS),
                    values.get(DROP),
                    values.get(EXPECT),
                    values.find(WHY).orElse("")));

    static final Field<Map<String, Outcome>> UNDER = Field.of(
                    "under",
                    new MapType<>(
                                    "profile",
                                    new Either<>(
                                            WordType.<Outcome>named("outcome")
                                                    .word("same", Outcome.SAME, "as under the scenario's own profile"),
                                            OUTCOME),
                                    OutcomeFields::knownProfile)
                            .namesAmong(ProfileReader.presetNames()),
                    "{}")
            .about("further profiles that the scenario runs under, and how the outcome differs there")
            .example("{vllm-2026-08: {breaks: [I2, I11]}, vllm-2026-10: same}");

    private OutcomeFields() {}

    private static boolean knownProfile(YamlValue.Entry entry, Reading reading) {
        List<String> names = ProfileReader.presetNames();
        if (names.contains(entry.name())) {
            return true;
        }
        reading.problems()
                .add(
                        entry.nameSpan(),
                        "there is no profile called '" + entry.name() + "'",
                        Nearest.suggestion(entry.name(), names));
        return false;
    }

    static List<ProfileOutcome> outcomes(Map<String, Outcome> under) {
        List<ProfileOutcome> outcomes = new ArrayList<>();
        under.forEach((profile, outcome) ->
                outcomes.add(new ProfileOutcome(profile, outcome.breaks(), outcome.drops(), outcome.expect())));
        return outcomes;
    }
}
