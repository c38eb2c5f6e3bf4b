package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.ProfileOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Expectations, and outcomes under other profiles. */
final class OutcomeWriter {
    private OutcomeWriter() {}

    static Items expectations(List<Expectation> expectations) {
        return new Items(
                expectations.stream().<YamlOut>map(OutcomeWriter::expectation).toList());
    }

    /**
     * The outcomes under other profiles.
     *
     * @param why reasons by profile
     */
    static Fields under(List<ProfileOutcome> outcomes, Map<String, String> why) {
        Fields under = new Fields();
        for (ProfileOutcome outcome : outcomes) {
            Fields fields = new Fields();
            if (!outcome.breaks().isEmpty()) {
                fields.put("breaks", Items.of(outcome.breaks()));
            }
            if (!outcome.drops().isEmpty()) {
                fields.put("drop", expectations(outcome.drops()));
            }
            if (!outcome.expect().isEmpty()) {
                fields.put("expect", expectations(outcome.expect()));
            }
            String reason = why.getOrDefault(outcome.profile(), "");
            fields.put("why", reason, reason.isEmpty());
            under.put(outcome.profile(), fields.isEmpty() ? new Scalar("same") : fields);
        }
        return under;
    }

    private static Fields expectation(Expectation expectation) {
        Fields fields = new Fields();
        if (expectation instanceof Expectation.LoadEnds load) {
            fields.put("load", load.request())
                    .put("nth", Integer.toString(load.nth()), load.nth() == 1)
                    .put("ends", load.success() ? "ok" : "failed");
            return span(fields, load.span()).put("because", MomentWriter.name(load.reason()));
        } else if (expectation instanceof Expectation.StoreEnds store) {
            fields.put("store", store.request())
                    .put("nth", Integer.toString(store.nth()), store.nth() == 1)
                    .put("ends", store.success() ? "ok" : "failed");
            return span(fields, store.span()).put("because", MomentWriter.name(store.reason()));
        } else if (expectation instanceof Expectation.RequestFinishes finishes) {
            fields.put("request", finishes.request()).put("finishes", word(finishes.how()));
            return span(fields, finishes.span());
        } else if (expectation instanceof Expectation.LawsHold hold) {
            return fields.put("laws_hold", Items.of(hold.laws().isEmpty() ? List.of("all") : hold.laws()));
        } else if (expectation instanceof Expectation.LawBreaks breaks) {
            return fields.put("law_breaks", breaks.law());
        } else if (expectation instanceof Expectation.SlotsFree free) {
            return fields.put("slots_free", where(free.peer()));
        } else if (expectation instanceof Expectation.PinnedAtMost pinned) {
            return fields.put("pinned", where(pinned.peer())).put("at_most", Texts.slotTime(pinned.slotNanos()));
        } else if (expectation instanceof Expectation.EngineCrashes crashes) {
            return fields.put(crashes.crashes() ? "crashes" : "survives", crashes.peer());
        }
        if (expectation instanceof Expectation.SessionsOpen sessions) {
            return fields.put("sessions", where(sessions.peer()))
                    .put("when", "at_a_time", sessions.atEnd())
                    .put("at_least", Long.toString(sessions.min()), sessions.min() == 0)
                    .put("at_most", Long.toString(sessions.max()), sessions.max() == Long.MAX_VALUE);
        }
        return event(fields, expectation);
    }

    private static Fields event(Fields fields, Expectation expectation) {
        if (expectation instanceof Expectation.Happens happens) {
            if (happens.maxTimes() == 0) {
                return fields.put("never", MomentWriter.event(happens.what()));
            }
            return fields.put("happens", MomentWriter.event(happens.what())).put("times", times(happens));
        } else if (expectation instanceof Expectation.HappensAfter after) {
            boolean told = after.since() != null || !after.span().equals(Span.ANY);
            fields.put("happens", MomentWriter.event(after.what()))
                    .put("nth", Long.toString(after.nth()), after.nth() == 1 && told)
                    .put("since", Optional.ofNullable(after.since()).map(MomentWriter::event));
            return span(fields, after.span());
        }
        throw new UnwritableException("no words for " + expectation);
    }

    private static Optional<YamlOut> times(Expectation.Happens happens) {
        if (happens.minTimes() == 1 && happens.maxTimes() == Long.MAX_VALUE) {
            return Optional.empty();
        }
        if (happens.minTimes() == happens.maxTimes()) {
            return Optional.of(new Scalar(Long.toString(happens.minTimes())));
        }
        return Optional.of(new Fields()
                .put("at_least", Long.toString(happens.minTimes()), happens.minTimes() == 0)
                .put("at_most", Long.toString(happens.maxTimes()), happens.maxTimes() == Long.MAX_VALUE));
    }

    private static Fields span(Fields fields, Span span) {
        return fields.put("not_before", Texts.duration(span.minNanos()), span.minNanos() == 0)
                .put("within", Texts.duration(span.maxNanos()), span.maxNanos() == Long.MAX_VALUE);
    }

    private static String where(@Nullable String peer) {
        return peer == null ? "everywhere" : peer;
    }

    private static String word(Finish how) {
        return switch (how) {
            case REMOTE_KV -> "with_remote_kv";
            case LOCAL_PREFILL -> "by_local_prefill";
            case FAILED -> "failed";
            case GIVEN_UP -> "given_up";
        };
    }
}
