package io.kvdrill.scenarios.shrink;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.explain.LawStory;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.write.ScenarioWriter;
import io.kvdrill.scenarios.format.write.ScenarioWriter.Extras;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.PeerNames;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.run.SimulatedRunner;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.search.shrink.PeerRoles;
import io.kvdrill.sim.search.shrink.Size;
import io.kvdrill.sim.world.World;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The scenario file of a shrunk run: with its outcome stated, and run once more to see that it is so. */
final class ShrunkFile {
    private static final Pattern LONG_HEX = Pattern.compile("\\b([0-9a-f]{8})[0-9a-f]{12,}\\b");

    private final FailingRun failing;
    private final long seed;
    private final OutcomeStatement statement;
    private final boolean asStated;

    private ShrunkFile(FailingRun failing, long seed, OutcomeStatement statement, boolean asStated) {
        this.failing = failing;
        this.seed = seed;
        this.statement = statement;
        this.asStated = asStated;
    }

    /** The file of the smallest run that was found. */
    static ShrunkFile of(FailingRun failing, Candidate small) {
        OwnTier tier = failing.tier();
        World called = PeerRoles.named(small.world()).toBuilder()
                .about(about(failing.signature()))
                .build();
        RunResult failed = tier.runKeepingTrace(called, small.profile(), small.seed());
        if (!failing.signature().shownBy(failed)) {
            throw new IllegalStateException("other names of peers make another run: " + called);
        }
        if (failing.signature().law().equals(Signature.UNSETTLED)) {
            return new ShrunkFile(failing, small.seed(), OutcomeStatement.nothing(failed), false);
        }
        RunResult hardened = tier.run(called, Profile.of(Preset.HARDENED), small.seed());
        List<OutcomeStatement> statements = OutcomeStatement.of(failed, hardened, reason(failed));
        for (OutcomeStatement statement : statements) {
            ShrunkFile file = new ShrunkFile(failing, small.seed(), statement, true);
            if (file.comesOutAsStated()) {
                return file;
            }
        }
        return new ShrunkFile(failing, small.seed(), statements.get(statements.size() - 1), false);
    }

    /** Whether every run of the file comes out as it states. */
    boolean asStated() {
        return asStated;
    }

    /** Whether it states that nothing breaks under {@code hardened}. */
    boolean holdsUnderHardened() {
        return asStated && statement.saysThatHardenedHolds();
    }

    /** What to name the file after: the law and the event. */
    String stem() {
        String event = failing.signature().event();
        String text = failing.signature().law() + (event.isEmpty() ? "" : "-" + event);
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /** The command that runs the file. */
    String again(String file) {
        return "kvdrill run " + ShellWords.quoted(file) + (seed == 1 ? "" : " --seed " + seed);
    }

    /**
     * The text of the file.
     *
     * @param file how it will be called
     */
    String text(String file) {
        List<String> comment = List.of("Run it with: " + again(file), "Shrunk from " + failing.label() + ".");
        return ScenarioWriter.write(
                statement.world(),
                statement.profile(),
                new Extras(comment, failing.reports(), failing.pinBudgetSlotNanos(), statement.why()));
    }

    /** How long the file of a candidate is, about: names and outcome are not those that it will have. */
    static int length(Candidate candidate) {
        World world = candidate.world().toBuilder().about("x").build();
        return ScenarioWriter.write(world, candidate.profile(), Extras.NONE).length()
                + (candidate.seed() == 1
                        ? 0
                        : " --seed ".length() + Long.toString(candidate.seed()).length());
    }

    /** The size of the file's world, and of its text. */
    Size size(String file) {
        return Size.of(statement.world(), text(file).length());
    }

    private boolean comesOutAsStated() {
        String name = stem();
        List<Scenario> scenarios =
                new ScenarioReader(List.of()).read(Source.of(name + ".yaml", text(name + ".yaml")), name, name);
        CasePlanner planner = new CasePlanner("", List.of(), List.of(), seed);
        return scenarios.stream()
                .flatMap(scenario -> planner.plan(scenario).stream())
                .allMatch(each -> new SimulatedRunner().run(each, List.of()).verdict() == Verdict.AS_STATED);
    }

    /** What is wrong in a run that fails so. */
    static String about(Signature signature) {
        if (signature.law().equals(Signature.UNSETTLED)) {
            return "The run does not come to an end by itself (" + signature.event() + ")";
        } else if (signature.law().equals(Signature.OUTCOME)) {
            return "The run does not end as stated (" + signature.event() + ")";
        }
        String broken = LawStory.named(signature.law()).map(LawStory::broken).orElse("a law broke");
        return broken.substring(0, 1).toUpperCase(Locale.ROOT) + broken.substring(1) + " (" + signature.law() + ")";
    }

    private static String reason(RunResult failed) {
        return failed.violations().stream()
                .min(Comparator.comparingLong(Violation::worldNanos))
                .map(violation -> LONG_HEX.matcher(new PeerNames(failed.world()).inText(violation.what()))
                        .replaceAll("$1..")
                        .strip())
                .orElse("");
    }
}
