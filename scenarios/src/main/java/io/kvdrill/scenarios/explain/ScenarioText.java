package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.sim.world.Expectation;
import java.util.ArrayList;
import java.util.List;

/** Scenarios in words. */
public final class ScenarioText {
    private ScenarioText() {}

    /** A file: what it rehearses, and what it states under each profile. */
    static String of(List<Scenario> cases) {
        StringBuilder out = new StringBuilder();
        Scenario first = cases.get(0);
        out.append(Wrap.words("scenario " + first.fileName() + ": " + first.fileAbout(), "", "  "));
        first.reports()
                .forEach(report -> out.append("  report: ").append(report).append('\n'));
        for (Scenario scenario : cases) {
            out.append('\n');
            if (cases.size() > 1) {
                boolean same = scenario.about().equals(scenario.fileAbout());
                out.append(Wrap.words(scenario.name() + (same ? "" : ": " + scenario.about()), "", "  "));
            }
            for (String profile : scenario.statedProfiles()) {
                out.append(outcome(scenario, profile));
            }
            out.append("  run it with  kvdrill run ").append(scenario.address()).append('\n');
        }
        return out.toString();
    }

    /** Which laws break under a profile, and why it ends so, where that is said. */
    public static String laws(Scenario scenario, String profile) {
        List<String> broken = scenario.world().brokenUnder(profile);
        String why = scenario.why().getOrDefault(profile, "");
        return "under " + profile + ": "
                + (broken.isEmpty() ? "every law holds" : "breaks " + String.join(", ", broken))
                + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private static String outcome(Scenario scenario, String profile) {
        List<String> broken = scenario.world().brokenUnder(profile);
        List<String> said = new ArrayList<>();
        said.add(broken.isEmpty() ? "every law holds" : "breaks " + String.join(", ", broken));
        scenario.world().expectationsUnder(profile).stream()
                .filter(e -> !(e instanceof Expectation.LawBreaks || e instanceof Expectation.LawsHold))
                .map(ExpectationText::of)
                .forEach(said::add);
        String why = scenario.why().getOrDefault(profile, "");
        return Wrap.words(
                "under " + profile + ": " + String.join("; ", said) + (why.isEmpty() ? "" : " (" + why + ")"),
                "  ",
                "    ");
    }
}
