package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.Fault.WriteFate;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Faults. */
final class FaultWriter {
    private FaultWriter() {}

    static Items faults(World world) {
        return new Items(
                world.faults().stream().<YamlOut>map(FaultWriter::fault).toList());
    }

    private static Fields fault(FaultSpec spec) {
        Fields fields = own(spec.fault());
        if (spec.at() instanceof Moment.After after) {
            MomentWriter.after(fields, after);
        } else {
            fields.put("at", MomentWriter.moment(spec.at()));
        }
        return fields.put("for", Optional.ofNullable(spec.forNanos()).map(nanos -> new Scalar(Texts.duration(nanos))))
                .put("until", MomentWriter.optional(spec.until()))
                .put("name", MomentWriter.name(spec.name()));
    }

    /** What it does, without when it strikes. */
    static Fields own(Fault fault) {
        Fields fields = new Fields();
        String word = fault.word();
        if (fault instanceof Fault.Kill kill) {
            return fields.put(word, kill.peer()).put("plane", word(kill.plane()), kill.plane() == Plane.BOTH);
        } else if (fault instanceof Fault.Restart restart) {
            return fields.put(word, restart.peer())
                    .put("down", Texts.duration(restart.downNanos()), restart.downNanos() == 0);
        } else if (fault instanceof Fault.PowerOff off) {
            return fields.put(word, off.peer());
        } else if (fault instanceof Fault.ShutDown shutDown) {
            return fields.put(word, shutDown.peer());
        } else if (fault instanceof Fault.ResetCache reset) {
            return fields.put(word, reset.peer());
        } else if (fault instanceof Fault.Pause pause) {
            return fields.put(word, pause.peer());
        } else if (fault instanceof Fault.Partition partition) {
            String to = partition.to();
            return fields.put(word, Items.of(to == null ? List.of(partition.from()) : List.of(partition.from(), to)))
                    .put("plane", word(partition.plane()), partition.plane() == Plane.BOTH)
                    .put("one_way", "true", !partition.oneWay());
        } else if (fault instanceof Fault.ResetConnection reset) {
            return fields.put(word, Items.of(List.of(reset.between(), reset.and())));
        } else if (fault instanceof Fault.DropConnection drop) {
            return fields.put(word, Items.of(List.of(drop.between(), drop.and())));
        } else if (fault instanceof Fault.StallStep stall) {
            return fields.put(word, stall.peer()).put("by", length(stall.nanos(), fault));
        } else if (fault instanceof Fault.DriftClock drift) {
            return fields.put(word, drift.peer()).put("to", drift.ppm() == 0 ? "0" : drift.ppm() + "ppm");
        } else if (fault instanceof Fault.StepClock step) {
            return fields.put(word, step.peer()).put("by", length(step.nanos(), fault));
        }
        return traffic(fields, fault);
    }

    private static Fields traffic(Fields fields, Fault fault) {
        String word = fault.word();
        if (fault instanceof Fault.DelayMessages delay) {
            return fields.put(word, messages(delay.match(), 0))
                    .put("by", length(delay.nanos(), fault))
                    .put("jitter", Texts.duration(delay.jitterNanos()), delay.jitterNanos() == 0);
        } else if (fault instanceof Fault.DropMessage drop) {
            return fields.put(word, messages(drop.match(), drop.nth()));
        } else if (fault instanceof Fault.HoldMessages hold) {
            return fields.put(word, messages(hold.match(), 0));
        } else if (fault instanceof Fault.Registrations registrations) {
            fields.put(word, registrations.at())
                    .put("of", MomentWriter.name(registrations.of()))
                    .put("fate", word(registrations.fate()));
            return by(fields, registrations.extraNanos(), registrations.fate() == RegistrationFate.SLOW, fault);
        } else if (fault instanceof Fault.Writes writes) {
            long nth = writes.match().nth();
            fields.put(
                            word,
                            new Fields()
                                    .put(
                                            "from",
                                            MomentWriter.name(writes.match().from()))
                                    .put("to", MomentWriter.name(writes.match().to()))
                                    .put("nth", Long.toString(nth), nth == 0))
                    .put("fate", word(writes.fate()));
            boolean timed = writes.fate() == WriteFate.SLOW || writes.fate() == WriteFate.COMPLETION_LATE;
            return by(fields, writes.nanos(), timed, fault);
        } else if (fault instanceof Fault.SendFrame frame) {
            return fields.put(word, word(frame.frame()))
                    .put("as", frame.as())
                    .put("to", frame.to())
                    .put("request", MomentWriter.name(frame.request()))
                    .put("round", Long.toString(frame.round()), frame.round() == 0);
        }
        throw new UnwritableException("no words for " + fault);
    }

    private static YamlOut messages(MessageMatch match, long nth) {
        String type = match.type();
        if (type != null && match.from() == null && match.to() == null && match.request() == null && nth == 0) {
            return new Scalar(type);
        }
        return new Fields()
                .put("from", MomentWriter.name(match.from()))
                .put("to", MomentWriter.name(match.to()))
                .put("type", MomentWriter.name(type))
                .put("request", MomentWriter.name(match.request()))
                .put("nth", Long.toString(nth), nth == 0);
    }

    private static Fields by(Fields fields, long nanos, boolean timed, Fault fault) {
        if (!timed && nanos != 0) {
            throw new UnwritableException("a fate that needs no time has one: " + fault);
        }
        return timed ? fields.put("by", length(nanos, fault)) : fields;
    }

    private static String length(long nanos, Fault fault) {
        if (nanos <= 0) {
            throw new UnwritableException("it takes no time: " + fault);
        }
        return Texts.duration(nanos);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
