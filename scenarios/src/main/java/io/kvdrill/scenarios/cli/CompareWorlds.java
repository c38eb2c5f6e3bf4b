package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.json.WorldsReport;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.reports.worlds.WorldsComparison;
import io.kvdrill.scenarios.compare.WorldsText;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.node.DataOptions;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.scenarios.run.SimulatedRunner;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvdrill compare --on}: a scenario in two worlds, side by side. */
final class CompareWorlds {
    /** What chooses this instead of variants. */
    static final String ON = RunCase.ON_OPTION;
    /** What says more of it. */
    static final List<String> OF_WORLDS =
            List.of("--tolerance", "--profile", "--seed", "--out", "--data", "--nixl-lib", "--node", "--api-token");

    @Option(
            names = ON,
            paramLabel = "sim,processes|sim,hosts",
            split = ",",
            description = "Instead of variants: the same scenario in the simulator and in another world.")
    private List<String> worlds = List.of();

    @Option(
            names = "--tolerance",
            paramLabel = "TIME",
            description = "With --on: by how much times may differ, and how much later than stated things may come."
                    + " Default: ${DEFAULT-VALUE}.")
    private String tolerance = Place.USUAL_TOLERANCE;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description = "With --on: only under this profile, as in run.")
    private String profile = "";

    @Option(names = "--seed", paramLabel = "N", description = "With --on: the seed. Default: ${DEFAULT-VALUE}.")
    private String seed = "1";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "With --on: store both runs, in DIR/sim and in a folder of the other world's name.")
    private @Nullable String out;

    @Mixin
    private DataOptions data = new DataOptions();

    @Mixin
    private NodeArguments nodes = new NodeArguments();

    /** Whether it was asked for. */
    boolean isChosen() {
        return !worlds.isEmpty();
    }

    /**
     * Compares.
     *
     * @param settings as after {@code --set}
     * @param json whether to print JSON, an object a line for each case
     * @return an {@link ExitStatus}
     * @throws InvalidInputException before anything runs, if something cannot be had there
     */
    int call(String scenario, List<String> settings, boolean json, Console console) {
        if (worlds.size() != 2
                || !worlds.get(0).equals(Place.SIMULATOR)
                || worlds.get(1).equals(Place.SIMULATOR)) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    ON + " " + String.join(",", worlds) + ": the simulator and one other world are compared",
                    ON + " sim,processes or " + ON + " sim,hosts");
        }
        Place real = Place.of(worlds.get(1), tolerance, data, nodes);
        List<RunCase> planned =
                new RunPlan(List.of(scenario), false, profile, settings, seed).cases(new TierArguments());
        List<RunCase> placed = real.of(planned, !profile.isEmpty());
        List<RunCase> simulated = planned.stream()
                .filter(one -> placed.stream().anyMatch(other -> isSame(one, other)))
                .toList();
        OutputFolder folderOfA = folder(worlds.get(0));
        OutputFolder folderOfB = folder(worlds.get(1));
        Runner simulator = new SimulatedRunner();
        List<WorldsReport> reports = new ArrayList<>();
        for (int i = 0; i < placed.size(); i++) {
            RunCase here = simulated.get(i);
            RunCase there = placed.get(i);
            Side a = side(here, progress -> simulator.run(here, List.of(progress)), folderOfA, console);
            Side b = side(
                    there,
                    progress -> real.runner(simulator, progress::at).run(there, real.observers(progress)),
                    folderOfB,
                    console);
            WorldsReport report = WorldsComparison.of(
                    Side.pair(a.report(), a.trace(), b.report(), b.trace()),
                    real.toleranceNanos(),
                    there.comparedAgain());
            reports.add(report);
            console.out().print(json ? ReportJson.line(report) : WorldsText.of(report));
            console.out().flush();
        }
        return reports.stream().allMatch(WorldsReport::same) ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
    }

    private static boolean isSame(RunCase one, RunCase other) {
        return one.scenario().equals(other.scenario())
                && one.profile().name().equals(other.profile().name());
    }

    private @Nullable OutputFolder folder(String world) {
        return out == null ? null : OutputFolder.prepare(out.isBlank() ? out : out + "/" + world);
    }

    private static Side side(
            RunCase runCase, Function<Progress, RunResult> run, @Nullable OutputFolder folder, Console console) {
        String label = runCase.scenario().name() + " on " + runCase.on();
        Progress progress = new Progress(console.err(), console.errIsTerminal(), label, System::nanoTime);
        RunResult result;
        try {
            result = run.apply(progress);
        } finally {
            progress.done();
        }
        RunReport report = Reports.of(runCase, result);
        if (folder != null) {
            folder.store(runCase, report, result.trace());
        }
        TraceHeader header =
                TraceHeader.of(runCase.scenario().name(), runCase.profile().name(), runCase.seed(), Version.text());
        return new Side(
                runCase.on(),
                report,
                new StoredTrace(header, result.trace().stored(), result.trace().fingerprint()));
    }
}
