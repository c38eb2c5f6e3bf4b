package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Choices.RoundScope;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.subject.ProcessSubject;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.BadVectorException;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.VectorFiles;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.hosted.HostedSubject;
import io.kvdrill.scenarios.process.PlainText;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code conform}. */
@Command(
        name = "conform",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Replays conformance vectors against our tier, or against a tier of yours.",
            "",
            "Each vector replays under the preset that it was recorded from. Exit status: 0 without a mismatch,"
                    + " 1 with one, 2 if the input or a subject is wrong."
        },
        footer = {
            "",
            "  kvdrill conform vectors/                             our tier, as recorded",
            "  kvdrill conform vectors/ --profile hardened          what hardened does otherwise",
            "  kvdrill conform vectors/ --subject 'python tier.py'  a tier of yours"
        })
public final class ConformCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int DIFFERS = 1;
    private static final int WRONG_INPUT = 2;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE|DIR",
            description = "Files of vectors, or directories with .jsonl files.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "Replay our tier under this preset instead. Vectors are then compared up to their marked defect.")
    private @Nullable String profileName;

    @Option(
            names = "--subject",
            paramLabel = "CMD",
            description = "A process that plays the vectors instead of our tier; see docs/subject-protocol.md.")
    private @Nullable String subjectCommand;

    @Option(
            names = "--tier",
            paramLabel = "CMD",
            description = "A tier of docs/tier-protocol.md plays the vectors, on kvdrill's own doubles.")
    private @Nullable String tierCommand;

    @Option(
            names = "--baseline",
            paramLabel = "CMD",
            description = "Compare with this process, not with the recording. \"builtin\" is our tier.")
    private @Nullable String baselineCommand;

    @Option(
            names = "--expect-changed",
            paramLabel = "ROW",
            description = "A row of the profile that is meant to differ: vectors that touch it may. Repeatable.")
    private List<String> expectChanged = new ArrayList<>();

    @Option(
            names = "--corrected",
            description = "The subject keeps the laws that the recording breaks: compare up to the marked defect.")
    private boolean corrected;

    @Option(names = "--rename-rounds", description = "The subject may number the rounds of its fetches otherwise.")
    private boolean renameRounds;

    @Option(
            names = "--subject-timeout",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long a subject may take for one answer (default: ${DEFAULT-VALUE}).")
    private double subjectTimeoutSeconds;

    @Option(names = "--json", description = "One JSON line a file, and one for all.")
    private boolean json;

    /** Made by picocli. */
    public ConformCommand() {}

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return run();
        } catch (BadVectorException | SubjectException | WrongOptionException e) {
            spec.commandLine().getOut().flush();
            err.println("kvdrill conform: " + PlainText.lines(String.valueOf(e.getMessage())));
            err.flush();
            return WRONG_INPUT;
        } catch (InvalidInputException e) {
            err.print(e.getMessage());
            err.flush();
            return WRONG_INPUT;
        }
    }

    /** Options that cannot be followed. */
    private static final class WrongOptionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongOptionException(String message) {
            super(message);
        }
    }

    private int run() {
        @Nullable Profile profile = profile();
        if (subjectCommand != null && tierCommand != null) {
            throw new WrongOptionException("--subject and --tier are two tiers; expected one of them");
        }
        if (profile != null && (subjectCommand != null || tierCommand != null)) {
            throw new WrongOptionException(
                    "--profile is for our own tier; with a tier of yours, use --corrected or --rename-rounds as it needs");
        }
        if (!(subjectTimeoutSeconds > 0 && subjectTimeoutSeconds <= 86_400)) {
            throw new WrongOptionException(
                    "--subject-timeout is " + subjectTimeoutSeconds + "; expected seconds above 0, and at most a day");
        }
        if (corrected && subjectCommand == null && tierCommand == null) {
            throw new WrongOptionException("--corrected is about a tier of yours; expected --subject CMD with it");
        }
        if (subjectCommand == null && tierCommand == null && baselineCommand == null) {
            for (String option : List.of("--expect-changed", "--rename-rounds", "--subject-timeout")) {
                if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw new WrongOptionException(
                            option + " is about a tier of yours; expected --subject CMD (or --baseline) with it");
                }
            }
        }
        Set<Row<?>> changed = new LinkedHashSet<>();
        expectChanged.forEach(name -> changed.add(row(name)));
        Map<String, List<ConformanceVector>> files = VectorFiles.read(paths);
        for (List<ConformanceVector> vectors : files.values()) {
            List<String> unknown = Conformance.unknownDefects(vectors);
            if (!unknown.isEmpty()) {
                throw new BadVectorException(unknown.get(0));
            }
        }
        try (Subject subject = tierCommand == null
                ? subject(subjectCommand, profile)
                : new HostedSubject(ProcessCommand.shell("tier", tierCommand, timeout(), "--subject-timeout"))) {
            if (baselineCommand == null) {
                return replay(files, subject, null, profile, changed);
            }
            try (Subject baseline =
                    baselineCommand.equals("builtin") ? subject(null, null) : subject(baselineCommand, null)) {
                return replay(files, subject, baseline, profile, changed);
            }
        }
    }

    private int replay(
            Map<String, List<ConformanceVector>> files,
            Subject subject,
            @Nullable Subject baseline,
            @Nullable Profile profile,
            Set<Row<?>> changed) {
        boolean rename =
                renameRounds || (profile != null && profile.choice(Rows.ROUND_SCOPE) == RoundScope.PER_SESSION);
        KnownDifferences known = KnownDifferences.of(baseline == null ? profile : null);
        boolean stop = baseline == null && (corrected || profile != null);
        Replayer replayer = new Replayer(subject, baseline, rename);
        ConformOutput output = new ConformOutput(spec.commandLine().getOut(), json, title(subject, baseline));
        List<Verdict> all = new ArrayList<>();
        for (Map.Entry<String, List<ConformanceVector>> file : files.entrySet()) {
            List<Verdict> verdicts = new ArrayList<>();
            for (ConformanceVector vector : file.getValue()) {
                boolean exact = profile != null
                        && profile.base() == vector.reference().preset()
                        && profile.overridden().isEmpty();
                try {
                    verdicts.add(new Conformance(replayer, known, changed, stop && !exact).judge(vector));
                } catch (SubjectException e) {
                    output.file(file.getKey(), verdicts);
                    all.addAll(verdicts);
                    output.summary(all);
                    throw new SubjectException("cut short after " + all.size() + " of "
                            + files.values().stream().mapToInt(List::size).sum() + " vectors: " + e.getMessage());
                }
            }
            output.file(file.getKey(), verdicts);
            all.addAll(verdicts);
        }
        output.knownDifferences(known, all);
        output.summary(all);
        boolean compared = all.stream()
                .map(Verdict::report)
                .anyMatch(report -> report.ending() != Ending.UNSUPPORTED || report.matched() > 0);
        if (!compared) {
            throw new WrongOptionException("nothing was compared: the subject supports no step of these vectors");
        }
        return all.stream().anyMatch(Verdict::bad) ? DIFFERS : OK;
    }

    private static String title(Subject subject, @Nullable Subject baseline) {
        return baseline == null ? subject.name() : subject.name() + " against " + baseline.name();
    }

    private Subject subject(@Nullable String command, @Nullable Profile profile) {
        if (command != null) {
            return ProcessSubject.start(command, timeout());
        }
        String name = profile == null ? "kvdrill" : "kvdrill under " + profile.name();
        return new TierSubject(
                name,
                new ManagerFactory(),
                vector -> profile == null ? Profile.of(vector.reference().preset()) : profile);
    }

    private Duration timeout() {
        return Duration.ofMillis((long) (subjectTimeoutSeconds * 1000));
    }

    private @Nullable Profile profile() {
        if (profileName == null) {
            return null;
        }
        Optional<Preset> preset = Preset.named(profileName);
        if (preset.isPresent()) {
            return Profile.of(preset.get());
        }
        Path file = Path.of(profileName);
        if (!Files.exists(file)) {
            throw new WrongOptionException("--profile: no preset and no file is called \"" + profileName
                    + "\"; expected one of " + ProfileReader.presetNames() + ", or a file that extends one");
        }
        return ProfileReader.readFile(file);
    }

    private static Row<?> row(String name) {
        try {
            return DefectRows.row(name);
        } catch (IllegalArgumentException e) {
            throw new WrongOptionException(
                    "--expect-changed: " + e.getMessage() + "; `kvdrill explain hardened` lists all rows");
        }
    }
}
