package io.kvdrill.scenarios.fidelity;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.cli.Interruption;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.search.swarm.Feature;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code fidelity}. */
@Command(
        name = "fidelity",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Hold a tier of yours against kvdrill's, on what runs tell kvdrill's.",
            "",
            "Runs scenarios and a swarm with kvdrill's tier under a profile, tells yours what each tier was told, and"
                    + " compares results, messages and effects as conform does, up to the first difference of each life."
        },
        footer = {
            "",
            "  kvdrill fidelity --subject 'python3 my_tier.py' --profile vllm-2026-08",
            "  kvdrill fidelity --subject 'python3 my_tier.py' --profile vllm-2026-08 \\",
            "      --swarm-runs 500 --expect differences.md --out differences",
            "",
            "Exit status: 0 without a difference that is not explained, 1 with one, 2 if",
            "the input is wrong or the subject does not keep to its protocol."
        })
public final class FidelityCommand implements Callable<Integer> {
    private static final int AHEAD_OF_EACH_THREAD = 4;

    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "SCENARIO",
            description = "Scenarios or files, one case of one as SCENARIO/CASE. Default: all shipped ones.")
    private List<String> names = List.of();

    @Option(
            names = "--subject",
            required = true,
            paramLabel = "CMD",
            description = "The tier: a process that speaks docs/tier-protocol.md or docs/subject-protocol.md.")
    private String subject = "";

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "NAME|FILE",
            description = "What kvdrill's tier follows: a preset, or a file that extends one.")
    private String profile = "";

    @Option(
            names = "--swarm-runs",
            paramLabel = "N",
            description = "So many runs of a swarm, too, of seeds 1 to N, with the profile as it is. Default: none.")
    private long swarmRuns;

    @Option(names = "--no-scenarios", description = "The swarm alone.")
    private boolean noScenarios;

    @Option(
            names = "--expect",
            paramLabel = "FILE",
            description = "A Markdown file with a table of explained differences; they count as none.")
    private @Nullable String expect;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write a conformance vector for each group of differences into this folder.")
    private @Nullable String out;

    @Option(
            names = "--subject-timeout",
            paramLabel = "SECONDS",
            description = "How long the subject may take for one answer. Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds = 10;

    @Option(names = "--jobs", paramLabel = "N", description = "Runs at a time. Default: one for each core.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "One JSON object a line for each group, and one for all.")
    private boolean json;

    /** Made with where it speaks. */
    public FidelityCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        checkNumbers();
        Explained explained = expect == null ? Explained.nothing() : Explained.read(expect);
        List<Supplier<RunCase>> runs = runs();
        VectorFolder folder = out == null ? null : VectorFolder.prepare(out);
        Profile followed = new SweepPlanner(profile, List.of(), List.of(), List.of(), List.of())
                .swarmRun(0)
                .scenario()
                .profile();
        ProcessCommand command = ProcessCommand.shell(
                "subject", subject, Duration.ofNanos((long) (timeoutSeconds * 1e9)), "--subject-timeout");
        Summary summary = new Summary(explained);
        BlockingQueue<Subject> subjects = new ArrayBlockingQueue<>(jobs);
        try {
            subjects.add(Subjects.start(command, followed));
            String called = subjects.element().name();
            while (subjects.remainingCapacity() > 0) {
                subjects.add(Subjects.start(command, followed));
            }
            try (Interruption interruption = new Interruption()) {
                boolean whole = compare(runs, subjects, summary, interruption);
                FidelityText text = new FidelityText(console, json, called, followed.name());
                text.tell(summary, group -> whole ? write(folder, group, followed, subjects.element()) : "");
                if (!whole) {
                    console.err()
                            .println("kvdrill: cut short after " + summary.runs() + " of " + runs.size()
                                    + " runs; no vectors were written");
                    console.err().flush();
                    console.out().flush();
                    return ExitStatus.NOT_AS_STATED;
                }
            }
        } finally {
            subjects.forEach(Subject::close);
        }
        console.out().flush();
        if (summary.compared() == 0) {
            throw refuse(
                    "nothing was compared: the subject supports no step of these runs",
                    "a subject plays at least new_request and poll");
        }
        return summary.unexplained() == 0 ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
    }

    /** Whether it came to the end: not if the process was told to end. */
    private boolean compare(
            List<Supplier<RunCase>> runs, BlockingQueue<Subject> subjects, Summary summary, Interruption interruption) {
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        Deque<Future<RunReport>> underWay = new ArrayDeque<>();
        try {
            for (Supplier<RunCase> run : runs) {
                if (interruption.asked()) {
                    return false;
                }
                if (underWay.size() >= jobs * AHEAD_OF_EACH_THREAD) {
                    summary.add(underWay.remove().get());
                }
                underWay.add(threads.submit(() -> {
                    Subject mine = subjects.take();
                    try {
                        return new Fidelity(mine).of(run.get());
                    } finally {
                        subjects.add(mine);
                    }
                }));
            }
            while (!underWay.isEmpty()) {
                summary.add(underWay.remove().get());
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the comparison was interrupted", e);
        } catch (ExecutionException e) {
            if (interruption.asked()) {
                return false; // the subjects were told to end as well
            }
            if (e.getCause() instanceof SubjectException told) {
                throw told;
            }
            throw new IllegalStateException("a run ended in an error: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static String write(@Nullable VectorFolder folder, Summary.Group group, Profile profile, Subject subject) {
        return folder == null ? "" : folder.write(Fidelity.shortened(group.shortest(), profile, subject));
    }

    private List<Supplier<RunCase>> runs() {
        List<Supplier<RunCase>> runs = new ArrayList<>();
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(List.of()));
        List<Scenario> scenarios = new ArrayList<>();
        if (names.isEmpty() && !noScenarios) {
            scenarios.addAll(finder.all());
        }
        names.forEach(name -> scenarios.addAll(finder.find(name)));
        CasePlanner planner = new CasePlanner(profile, List.of(), List.of(), 1);
        for (Scenario scenario : scenarios) {
            planner.plan(scenario).forEach(runCase -> runs.add(() -> runCase));
        }
        List<String> rows =
                Feature.of(Feature.Kind.PROFILE).stream().map(Feature::word).toList();
        SweepPlanner swarm = new SweepPlanner(profile, List.of(), List.of(), List.of(), rows);
        for (long seed = 1; seed <= swarmRuns; seed++) {
            long number = seed;
            runs.add(() -> swarm.swarmRun(number));
        }
        if (runs.isEmpty()) {
            throw refuse("--no-scenarios and no swarm", "use --swarm-runs N with it");
        }
        return runs;
    }

    private void checkNumbers() {
        if (noScenarios && !names.isEmpty()) {
            throw refuse("--no-scenarios and the name of a scenario", "leave one out");
        }
        if (swarmRuns < 0) {
            throw refuse("--swarm-runs " + swarmRuns + " is out of range", "a whole number from 0");
        }
        if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400)) {
            throw refuse("--subject-timeout " + timeoutSeconds, "seconds above 0, and at most a day");
        }
        if (jobs < 1) {
            throw refuse("--jobs " + jobs + " leaves nobody to run anything", "at least 1");
        }
    }

    static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
