package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Moment;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moments and what they wait for. */
final class MomentWriter {
    private static final Pattern REFERABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    private MomentWriter() {}

    static YamlOut moment(Moment moment) {
        if (moment instanceof Moment.At at) {
            return new Scalar(Texts.duration(at.nanos()));
        } else if (moment instanceof Moment.Relative relative) {
            return new Scalar(relative(relative));
        } else if (moment instanceof Moment.Edge edge) {
            return new Fields()
                    .put("edge", edge.row())
                    .put("of", name(edge.peer()))
                    .put("nth", Long.toString(edge.nth()), edge.nth() == 1)
                    .put("offset", Texts.duration(edge.offsetNanos()), edge.offsetNanos() == 0);
        } else if (moment instanceof Moment.After after) {
            return after(new Fields(), after);
        } else if (moment instanceof Moment.Any) {
            return new Scalar("any");
        }
        throw new UnwritableException("no words for " + moment);
    }

    static Optional<YamlOut> optional(@Nullable Moment moment) {
        return Optional.ofNullable(moment).map(MomentWriter::moment);
    }

    /** Adds what stands for a moment after an event. */
    static Fields after(Fields fields, Moment.After after) {
        return fields.put("after", event(after.after()))
                .put("nth", Long.toString(after.nth()), after.nth() == 1)
                .put("plus", Texts.duration(after.delayNanos()), after.delayNanos() == 0)
                .put("before", Optional.ofNullable(after.before()).map(MomentWriter::event));
    }

    static YamlOut event(Boundary boundary) {
        String event = boundary.event().replace(':', ' ');
        String where = boundary.where();
        if (boundary.filters().isEmpty()) {
            return new Scalar(where == null ? event : event + " at " + where);
        }
        Fields with = new Fields();
        boundary.filters().forEach(filter -> with.put(filter.field(), filter.value()));
        return new Fields().put("event", event).put("at", name(where)).put("with", with);
    }

    static Optional<YamlOut> name(@Nullable String name) {
        return Optional.ofNullable(name).map(Scalar::new);
    }

    private static String relative(Moment.Relative relative) {
        if (!REFERABLE.matcher(relative.name()).matches()) {
            throw new UnwritableException(
                    "a moment cannot refer to '" + relative.name() + "': it begins with no letter");
        }
        return relative.delayNanos() == 0
                ? relative.name()
                : relative.name() + " + " + Texts.duration(relative.delayNanos());
    }
}
