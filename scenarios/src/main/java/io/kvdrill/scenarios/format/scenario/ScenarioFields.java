package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.format.include.Includes;
import io.kvdrill.scenarios.format.profile.ProfileFields;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.shape.AnyType;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.format.version.Migrations;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.NamedMoment;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A scenario file as a whole. */
public final class ScenarioFields {

    /**
     * A file, read.
     *
     * @param tiers tiers in other processes, by the names of their peers
     * @param why reasons of outcomes, by profile
     */
    record Draft(
            String about,
            List<String> reports,
            Rehearsal rehearsal,
            Profile profile,
            World world,
            long pinBudgetSlotNanos,
            Map<String, ProcessCommand> tiers,
            Map<String, String> why) {}

    /** What the name of a case matches. */
    static final String CASE_NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    static final String ABOUT_FIELD = "about";
    /** The field whose values may stand in for fields that the file lacks. */
    public static final String CASES_FIELD = "cases";

    static final String PROFILE_FIELD = "profile";

    private static final Field<Integer> FORMAT = Field.required(
                    "format",
                    new ScalarType<>(
                            "format version", "the version of the format, 1", ScalarType.Json.INTEGER, text -> {
                                if (!text.equals(Integer.toString(Migrations.CURRENT))) {
                                    throw new UnitException(
                                            "'" + text + "' is no version of the format",
                                            "this program reads format: " + Migrations.CURRENT);
                                }
                                return Migrations.CURRENT;
                            }))
            .about("version of the format")
            .example("1");
    private static final Field<String> ABOUT = Field.required(ABOUT_FIELD, Scalars.TEXT)
            .about("what happens, in a sentence")
            .example("A producer dies after its write lands and before it says so");
    private static final Field<List<String>> INCLUDE = Field.of(Includes.FIELD, new ListType<>(Scalars.TEXT), "[]")
            .about("files whose parts belong to this one: by paths that count from its folder and stay inside it")
            .example("parts/fleet.yaml");
    private static final Field<List<String>> REPORTS = Field.of("reports", new ListType<>(Scalars.TEXT), "[]")
            .about("public reports of what it rehearses")
            .example("[https://github.com/vllm-project/vllm/issues/56828]");
    private static final Field<Profile> PROFILE = Field.of(
                    PROFILE_FIELD,
                    new AnyType<Profile>(
                                    "profile",
                                    "the name of a profile, or a base and the rows that differ from it",
                                    (value, reading) -> ProfileReader.read(value, reading.problems()))
                            .like(new Either<>(ProfileFields.presets(), ProfileFields.shape())),
                    "hardened")
            .about("the profile that `expect` is stated for: a preset, or `base` and rows by name")
            .example("{base: vllm-2026-10, load_timeout_symmetric: 5s}");

    private static final Field<Map<String, Moment>> MOMENTS = Field.of(
                    "moments",
                    new MapType<>(
                                    "moment",
                                    Moments.MOMENT,
                                    (entry, reading) -> NewNameType.introduce(Reading.Names.MOMENT, entry, reading))
                            .namesMatching(NewNameType.PATTERN),
                    "{}")
            .about("moments with names, for others to refer to")
            .example("{parked: {after: store_parked at prefill}}");
    private static final Field<Moment> HEAL = Field.optional("heal", Moments.MOMENT, "faults last as they say")
            .about("when all faults end and nothing more goes wrong: dead peers start again, links work")
            .example("60s");

    private static final Field<End> UNTIL = Field.of(
                    "until",
                    new ScalarType<End>(
                                    "time or quiescent",
                                    "a time such as 120s, or quiescent",
                                    ScalarType.Json.TEXT,
                                    text -> text.equals("quiescent")
                                            ? new End.Quiescent()
                                            : new End.AtTime(Units.nanos(text)))
                            .matching("quiescent|" + Units.NANOS_PATTERN),
                    "quiescent")
            .about("when it ends: at a time, or when nothing is left to do")
            .example("120s");
    private static final Field<Long> CAP_EVENTS = Field.of(
                    "events", Scalars.longCount("a number of events", 1), "5000000")
            .about("most events");
    private static final Field<Long> CAP_TIME =
            Field.of("time", Scalars.LENGTH, "24h").about("latest virtual time");
    private static final Field<Integer> CAP_INSTANT = Field.of(
                    "events_at_one_instant", Scalars.count("a number of events", 1, Integer.MAX_VALUE), "100000")
            .about("most events at one virtual time; more are a livelock");
    private static final Field<Caps> CAPS = Field.of(
                    "caps",
                    new Shape<>(
                            "caps",
                            "Where a run that does not end is ended, as unsettled",
                            List.of(CAP_EVENTS, CAP_TIME, CAP_INSTANT),
                            values -> new Caps(values.get(CAP_EVENTS), values.get(CAP_TIME), values.get(CAP_INSTANT))),
                    "{}")
            .about("where a run that does not end is ended, as unsettled")
            .example("{time: 1h}");

    private static final Field<Long> PIN_BUDGET = Field.optional(
                    "pin_budget", Scalars.SLOT_TIME, "each single pin has its bound, and their sum has none")
            .about("how long the slots of each peer may be pinned in all, added up over slots: the budget of law I15")
            .example("9600 slot-s");

    private static final Field<YamlValue> CASES = Field.optional(
                    CASES_FIELD,
                    new AnyType<YamlValue>(
                                    "cases",
                                    "a mapping from the name of a case to the fields that it sets",
                                    (value, reading) -> value)
                            .like(new MapType<>(
                                            "case",
                                            new AnyType<YamlValue>(
                                                    "fields to set",
                                                    "a mapping from paths to values, such as {requests.r1.at: 60.1s}",
                                                    (value, reading) -> value),
                                            (entry, reading) -> true)
                                    .namesMatching(CASE_NAME_PATTERN)),
                    "the file is one case")
            .about("variants of this file, by name: each is the file with some fields set, by their paths")
            .example("{late: {requests.r1.at: 60.1s}, early: {requests.r1.at: 59.9s}}");

    private ScenarioFields() {}

    /** The shape of a file. */
    public static Shape<?> shape() {
        return shape("");
    }

    static Shape<Draft> shape(String name) {
        return new Shape<>(
                "a scenario",
                "A world of engines, what goes wrong in it, and what must come of it",
                List.of(
                        FORMAT,
                        ABOUT,
                        REPORTS,
                        RehearsalFields.FIELD_CASES,
                        RehearsalFields.KIND,
                        RehearsalFields.SYMPTOMS,
                        RehearsalFields.LAWS,
                        INCLUDE,
                        PROFILE,
                        ModelFields.MODEL,
                        PeerFields.PEERS,
                        PeerFields.PODS,
                        LinkFields.LINKS,
                        LinkFields.DATA_PLANE,
                        MOMENTS,
                        RequestFields.REQUESTS,
                        WorkloadFields.WORKLOADS,
                        RequestFields.WARM,
                        FaultFields.FAULTS,
                        HEAL,
                        ExpectationFields.EXPECT,
                        OutcomeFields.UNDER,
                        PIN_BUDGET,
                        UNTIL,
                        CAPS,
                        CASES),
                values -> draft(name, values));
    }

    private static Draft draft(String name, Values values) {
        Profile profile = values.get(PROFILE);
        Map<String, OutcomeFields.Outcome> under = values.get(OutcomeFields.UNDER);
        if (under.containsKey(profile.name())) {
            values.refuse(
                    OutcomeFields.UNDER,
                    "'" + profile.name() + "' is the scenario's own profile: its outcome is what 'expect' says",
                    "move it there, or set 'profile' to another one");
        }
        ModelFields.Served model = values.get(ModelFields.MODEL);
        LinkFields.Links links = values.get(LinkFields.LINKS);
        List<NamedMoment> moments = new ArrayList<>();
        values.get(MOMENTS).forEach((moment, when) -> moments.add(new NamedMoment(moment, when)));
        List<Expectation> expect = values.get(ExpectationFields.EXPECT);
        World world = new World(
                name,
                values.get(ABOUT),
                model.model(),
                PeerFields.peers(values.get(PeerFields.PEERS), model),
                links.control(),
                links.data(),
                values.get(LinkFields.DATA_PLANE),
                links.between(),
                moments,
                values.get(RequestFields.REQUESTS),
                WorkloadFields.workloads(values.get(WorkloadFields.WORKLOADS)),
                RequestFields.warm(values.get(RequestFields.WARM)),
                values.get(FaultFields.FAULTS),
                values.find(HEAL).orElse(null),
                expect,
                values.get(UNTIL),
                values.get(CAPS),
                OutcomeFields.outcomes(under));
        Map<String, String> why = new LinkedHashMap<>();
        under.forEach((of, outcome) -> why.put(of, outcome.why()));
        return new Draft(
                values.get(ABOUT),
                values.get(REPORTS),
                RehearsalFields.of(values),
                profile,
                world,
                values.find(PIN_BUDGET).orElse(Long.MAX_VALUE),
                PeerFields.tiers(values.get(PeerFields.PEERS)),
                why);
    }
}
