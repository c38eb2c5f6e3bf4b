package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a run comes to, and why. */
record Reasons(Verdict verdict, List<String> reasons) {

    /** Whether a run was cut by a cap or as a livelock, and so settled nothing. */
    static boolean cut(RunEnd end) {
        return end.capped() || end.kind() == RunEnd.Kind.STOPPED;
    }

    /**
     * The verdict. A law that broke undeclared weighs most, then that the run was cut, then what else was not as stated.
     *
     * @param checked laws that somebody checked; one that is declared broken but was not checked is no surprise
     * @param missed what waited for a moment that never came: a run whose fault never struck has rehearsed nothing
     */
    static Reasons of(
            World world,
            Profile profile,
            RunEnd end,
            Set<String> broken,
            List<ExpectationOutcome> outcomes,
            Set<String> checked,
            List<String> missed) {
        List<String> declared = world.brokenUnder(profile.name());
        List<String> reasons = new ArrayList<>();
        for (String law : broken) {
            if (!declared.contains(law)) {
                reasons.add(law + " broke, which is not declared under " + profile.name());
            }
        }
        boolean violated = !reasons.isEmpty();
        if (cut(end)) {
            reasons.add("the run was cut: " + end.detail());
        }
        for (String law : declared) {
            if (!broken.contains(law) && checked.contains(law)) {
                reasons.add(law + " is declared broken under " + profile.name() + ", but held");
            }
        }
        for (ExpectationOutcome outcome : outcomes) {
            if (!outcome.met()) {
                reasons.add(outcome.expectation() + ": " + outcome.seen());
            }
        }
        for (String moment : missed) {
            reasons.add("never came: " + moment);
        }
        Verdict verdict = violated
                ? Verdict.VIOLATED
                : cut(end) ? Verdict.UNSETTLED : reasons.isEmpty() ? Verdict.AS_STATED : Verdict.UNEXPECTED;
        return new Reasons(verdict, List.copyOf(reasons));
    }
}
