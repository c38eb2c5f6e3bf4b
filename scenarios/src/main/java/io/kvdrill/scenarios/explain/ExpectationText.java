package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Words;
import org.jspecify.annotations.Nullable;

/** Expectations in words. */
public final class ExpectationText {
    private ExpectationText() {}

    /** A clause such as {@code load r1 fails within 11s}. */
    public static String of(Expectation expectation) {
        if (expectation instanceof Expectation.LoadEnds load) {
            return job("load", load.request(), load.nth(), load.success(), load.span(), load.reason());
        }
        if (expectation instanceof Expectation.StoreEnds store) {
            return job("store", store.request(), store.nth(), store.success(), store.span(), store.reason());
        }
        if (expectation instanceof Expectation.RequestFinishes finishes) {
            return "request " + finishes.request() + " " + how(finishes.how()) + span(finishes.span());
        }
        if (expectation instanceof Expectation.LawsHold hold) {
            return hold.laws().isEmpty() ? "every law holds" : String.join(", ", hold.laws()) + " hold";
        }
        if (expectation instanceof Expectation.LawBreaks breaks) {
            return breaks.law() + " breaks";
        }
        if (expectation instanceof Expectation.Happens happens) {
            return happens.what().words() + " " + happens(happens.minTimes(), happens.maxTimes());
        }
        if (expectation instanceof Expectation.HappensAfter after) {
            String since =
                    after.since() == null ? "" : " after " + after.since().words();
            String nth = after.nth() == 1 ? "" : " #" + after.nth();
            return after.what().words() + nth + " happens" + since + span(after.span());
        }
        if (expectation instanceof Expectation.SlotsFree free) {
            return "all slots are free at the end" + (free.peer() == null ? "" : " at " + free.peer());
        }
        if (expectation instanceof Expectation.PinnedAtMost pinned) {
            return "slots " + (pinned.peer() == null ? "of each peer" : "of " + pinned.peer())
                    + " are pinned for at most " + Texts.slotTime(pinned.slotNanos());
        }
        if (expectation instanceof Expectation.EngineCrashes crash) {
            return "the engine of " + crash.peer() + (crash.crashes() ? " crashes" : " survives");
        }
        if (expectation instanceof Expectation.WorkloadFinishes finishes) {
            return CountText.finishes(finishes);
        }
        if (expectation instanceof Expectation.WorkloadWaits waits) {
            return CountText.waits(waits) + span(waits.span());
        }
        if (expectation instanceof Expectation.SessionsOpen sessions) {
            return CountText.sessions(sessions);
        }
        throw new IllegalArgumentException("an expectation without words: " + expectation);
    }

    /** How a request ended. */
    public static String how(Finish finish) {
        return switch (finish) {
            case REMOTE_KV -> "finishes with remote KV";
            case LOCAL_PREFILL -> "finishes by local prefill";
            case FAILED -> "fails";
            case GIVEN_UP -> "is given up";
        };
    }

    private static String job(
            String kind, String request, int nth, boolean success, Span span, @Nullable String reason) {
        return kind + " " + request + (nth == 1 ? "" : " #" + nth) + (success ? " succeeds" : " fails") + span(span)
                + (reason == null ? "" : " because of \"" + reason + "\"");
    }

    private static String happens(long least, long most) {
        if (most == 0) {
            return "never happens";
        }
        if (least == most) {
            return "happens " + Words.times(least);
        }
        if (most == Long.MAX_VALUE) {
            return least == 0 ? "happens any number of times" : "happens at least " + Words.times(least);
        }
        return "happens " + (least == 0 ? "at most " + Words.times(most) : least + " to " + most + " times");
    }

    private static String span(Span span) {
        String text = "";
        if (span.minNanos() > 0) {
            text += " not before " + Texts.duration(span.minNanos());
        }
        if (span.maxNanos() < Long.MAX_VALUE) {
            text += (text.isEmpty() ? "" : " and") + " within " + Texts.duration(span.maxNanos());
        }
        return text;
    }
}
