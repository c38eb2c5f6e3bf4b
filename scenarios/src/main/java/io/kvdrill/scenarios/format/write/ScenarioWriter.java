package io.kvdrill.scenarios.format.write;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.format.profile.ProfileNames;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.World;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a world as a scenario file that reads like one written by hand: short forms, and defaults left out. */
public final class ScenarioWriter {

    /**
     * What a file says beside its world and its profile.
     *
     * @param comment lines above everything else
     * @param reports public reports
     * @param pinBudgetSlotNanos as in {@link io.kvdrill.scenarios.format.scenario.Scenario}; {@link Long#MAX_VALUE} for
     *     none
     * @param why reasons of outcomes, by profile
     */
    public record Extras(List<String> comment, List<String> reports, long pinBudgetSlotNanos, Map<String, String> why) {
        /** Nothing. */
        public static final Extras NONE = new Extras(List.of(), List.of(), Long.MAX_VALUE, Map.of());

        /** Keeps immutable copies. */
        public Extras {
            comment = List.copyOf(comment);
            reports = List.copyOf(reports);
            why = Collections.unmodifiableMap(new LinkedHashMap<>(why));
        }
    }

    /** The version of the format that is written. */
    private static final String FORMAT_VERSION = "1";

    private ScenarioWriter() {}

    /**
     * The file. Reading it gives an equal world, of the name that the file then has, and a profile of equal rows.
     *
     * @param profile for which the world's own expectations are stated
     * @throws UnwritableException if the format has no words for something
     */
    public static String write(World world, Profile profile, Extras extras) {
        YamlLayout out = new YamlLayout();
        extras.comment().forEach(out::comment);
        out.field("format", new Scalar(FORMAT_VERSION), false);
        out.field("about", new Scalar(about(world)), false);
        if (!extras.reports().isEmpty()) {
            out.field("reports", Items.of(extras.reports()), true);
        }
        if (!profile.name().equals(Preset.HARDENED.publicName())
                || !profile.overridden().isEmpty()) {
            out.field("profile", profile(profile), false);
        }
        out.blank();
        optional(out, "model", PeerWriter.model(world.model()), false);
        out.field("peers", PeerWriter.peers(world), true);
        optional(out, "links", PeerWriter.links(world), false);
        optional(out, "data_plane", PeerWriter.dataPlane(world.dataPlane()), false);
        optional(out, "warm", RequestWriter.warm(world), true);
        story(out, world);
        outcome(out, world, extras);
        return out.text();
    }

    private static void story(YamlLayout out, World world) {
        if (!world.workloads().isEmpty()) {
            throw new UnwritableException(
                    "no words for workload '" + world.workloads().get(0).name() + "': spell its requests out");
        }
        Fields moments = new Fields();
        world.moments().forEach(named -> moments.put(named.name(), MomentWriter.moment(named.moment())));
        part(out, "moments", moments);
        part(out, "requests", RequestWriter.requests(world));
        part(out, "faults", FaultWriter.faults(world));
        MomentWriter.optional(world.heal()).ifPresent(heal -> out.field("heal", heal, false));
    }

    private static void outcome(YamlLayout out, World world, Extras extras) {
        part(out, "expect", OutcomeWriter.expectations(world.expectations()));
        part(out, "under", OutcomeWriter.under(world.under(), extras.why()));
        Fields ends = new Fields();
        long budget = extras.pinBudgetSlotNanos();
        ends.put("pin_budget", Texts.slotTime(budget), budget == Long.MAX_VALUE);
        if (world.end() instanceof End.AtTime at) {
            ends.put("until", Texts.duration(at.nanos()));
        }
        ends.putUnlessEmpty("caps", caps(world.caps()));
        if (!ends.isEmpty()) {
            out.blank();
            ends.entries().forEach((name, value) -> out.field(name, value, false));
        }
    }

    private static void part(YamlLayout out, String name, YamlOut value) {
        boolean empty = value instanceof Items items
                ? items.items().isEmpty()
                : value instanceof Fields fields && fields.isEmpty();
        if (!empty) {
            out.blank();
            out.field(name, value, true);
        }
    }

    private static void optional(YamlLayout out, String name, Fields value, boolean spread) {
        if (!value.isEmpty()) {
            out.field(name, value, spread);
        }
    }

    private static String about(World world) {
        String about = world.about().strip();
        if (about.isEmpty() || !about.equals(world.about())) {
            throw new UnwritableException("what the world is about must be told, without blanks around it");
        }
        return about;
    }

    private static YamlOut profile(Profile profile) {
        String base = profile.base().publicName();
        List<Row<?>> rows = profile.overridden();
        if (rows.isEmpty() && profile.name().equals(base)) {
            return new Scalar(base);
        }
        Fields fields = new Fields().put("base", base);
        boolean usualName = !rows.isEmpty()
                && (profile.name().equals(ProfileNames.changed(base))
                        || Preset.named(profile.name()).isPresent());
        fields.put("name", profile.name(), usualName);
        rows.forEach(row -> fields.put(row.name(), RowText.of(row, profile)));
        return fields;
    }

    private static Fields caps(Caps caps) {
        Caps usual = Caps.DEFAULT;
        return new Fields()
                .put("events", Long.toString(caps.events()), caps.events() == usual.events())
                .put("time", Texts.duration(caps.virtualNanos()), caps.virtualNanos() == usual.virtualNanos())
                .put(
                        "events_at_one_instant",
                        Integer.toString(caps.eventsAtOneInstant()),
                        caps.eventsAtOneInstant() == usual.eventsAtOneInstant());
    }
}
