package io.kvdrill.scenarios.fidelity;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.conform.record.RecordedLife;
import io.kvdrill.scenarios.conform.record.RecordingTiers;
import io.kvdrill.scenarios.conform.vector.VectorJson;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.hosted.HostedRuns;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceDiff;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code export-vector}. */
@Command(
        name = "export-vector",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make conformance vectors of a stored run: one for each life of a peer's tier.",
            "",
            "The run is repeated, and what each tier is told and does is written down. Every vector has been replayed."
        },
        footer = {
            "",
            "  kvdrill run peer-death/in-data --profile vllm-2026-08 --out runs",
            "  kvdrill export-vector runs/peer-death/in-data/vllm-2026-08/1 -o death.jsonl",
            "  kvdrill conform death.jsonl",
            "  kvdrill export-vector runs/night/1 --peer decode -o decode.jsonl",
            "",
            "Exit status: 0 with a file, 2 if the input is wrong."
        })
public final class ExportVectorCommand implements Callable<Integer> {
    private static final String PROFILE_ENDING = ".profile.yaml";

    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of a stored run.")
    private String stored = "";

    @Option(names = "--peer", paramLabel = "NAME", description = "Only the tier of this peer.")
    private @Nullable String peer;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the vectors to this file. Default: standard output.")
    private @Nullable String output;

    /** Made with where it speaks. */
    public ExportVectorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path file = output == null ? null : writable(output);
        StoredRun run = StoredRun.read(stored);
        RunCase runCase = ExportedRun.of(run);
        List<String> names =
                runCase.world().peers().stream().map(PeerSpec::name).toList();
        if (peer != null && !names.contains(peer)) {
            throw FidelityCommand.refuse(
                    "--peer " + peer + ": the run has no such peer", Nearest.suggestion(peer, names));
        }
        Profile profile = runCase.profile();
        if (!profile.overridden().isEmpty() && file == null) {
            throw FidelityCommand.refuse(
                    "the run changes rows of its profile, which a vector cannot say",
                    "use -o FILE; the profile is then written beside it");
        }
        Recording recording = record(runCase);
        List<RecordedLife> lives = new ArrayList<>();
        for (RecordedLife life : recording.lives()) {
            if (peer == null || nameOf(runCase, life).equals(peer)) {
                lives.add(life);
            }
        }
        write(file, lives, profile);
        Set<String> tiers = new LinkedHashSet<>();
        for (RecordedLife life : lives) {
            ProcessCommand tier = runCase.scenario().tiers().get(nameOf(runCase, life));
            tiers.add(tier == null ? "" : tier.shown());
        }
        tell(run, recording.result(), lives, profile, file, tiers);
        return ExitStatus.AS_STATED;
    }

    private static Recording record(RunCase runCase) {
        if (runCase.scenario().tiers().isEmpty()) {
            return Recording.of(runCase.toString(), runCase.world(), runCase.profile(), runCase.seed());
        }
        try (HostedRuns hosted = new HostedRuns(runCase)) {
            return Recording.of(
                    runCase.toString(),
                    runCase.world(),
                    runCase.profile(),
                    runCase.seed(),
                    hosted.tiers(),
                    id -> hosted.hosts(id) ? hosted.subject(id) : Recording.own(runCase.profile()));
        }
    }

    private static String nameOf(RunCase runCase, RecordedLife life) {
        return runCase.world().peers().stream()
                .filter(each -> each.id().equals(life.peer()))
                .map(PeerSpec::name)
                .findFirst()
                .orElse(life.peer());
    }

    private void write(@Nullable Path file, List<RecordedLife> lives, Profile profile) {
        StringBuilder lines = new StringBuilder();
        for (RecordedLife life : lives) {
            if (!life.vector().steps().isEmpty()) {
                lines.append(VectorJson.of(life.vector())).append('\n');
            }
        }
        if (lines.isEmpty()) {
            throw FidelityCommand.refuse(
                    "no tier of this run did anything that vectors have words for", "export another run");
        }
        if (file == null) {
            console.out().print(lines);
            console.out().flush();
            return;
        }
        write(file, lines.toString());
        if (!profile.overridden().isEmpty()) {
            write(profileFile(file), text(profile));
        }
    }

    /** Says what was exported; {@code tiers} are the commands of the tiers whose lives they are, empty for kvdrill's own. */
    private void tell(
            StoredRun run,
            RunResult result,
            List<RecordedLife> lives,
            Profile profile,
            @Nullable Path file,
            Set<String> tiers) {
        java.io.PrintWriter words = file == null ? console.err() : console.out();
        long steps = 0;
        for (RecordedLife life : lives) {
            steps += life.vector().steps().size();
            if (!life.end().isEmpty()) {
                words.println(life.vector().name() + ": the first "
                        + Texts.count(life.vector().steps().size()) + " steps; then came " + life.end());
            }
        }
        words.println(lives.size() + (lives.size() == 1 ? " vector, " : " vectors, ") + Texts.count(steps) + " steps");
        List<StoredEntry> now =
                result.trace().entries().stream().map(result.trace()::store).toList();
        TraceDiff.between(run.trace().entries(), now)
                .ifPresent(difference -> words.println("  written down with clocks of whole milliseconds and"
                        + " registrations that take no time, the run differs from the stored one from entry "
                        + (difference.index() + 1) + " on"));
        if (file != null && tiers.size() > 1) {
            words.println(
                    "  these are lives of different tiers, which no one of them replays: export each with --peer");
        } else if (file != null) {
            String tier = String.join("", tiers);
            words.println("  replay: kvdrill conform "
                    + (tier.isEmpty() ? "" : "--tier " + ShellWords.quoted(tier) + " ")
                    + ShellWords.quoted(file.toString())
                    + (tier.isEmpty() ? replayedUnder(profile, file) : ""));
        }
        words.flush();
    }

    private static String replayedUnder(Profile profile, Path file) {
        if (!profile.overridden().isEmpty()) {
            return " --profile " + ShellWords.quoted(profileFile(file).toString());
        }
        return profile.base() == RecordingTiers.reference(profile).preset()
                ? ""
                : " --profile " + profile.base().publicName();
    }

    private static Path profileFile(Path file) {
        return file.resolveSibling(file.getFileName() + PROFILE_ENDING);
    }

    private static String text(Profile profile) {
        StringBuilder text = new StringBuilder("base: ");
        text.append(profile.base().publicName()).append('\n');
        for (Row<?> row : profile.overridden()) {
            text.append(row.name())
                    .append(": ")
                    .append(RowText.of(row, profile))
                    .append('\n');
        }
        return text.toString();
    }

    private static Path writable(String argument) {
        try {
            Path path = Path.of(argument);
            Path parent = path.toAbsolutePath().getParent();
            if (argument.isBlank() || Files.isDirectory(path) || parent == null || !Files.isWritable(parent)) {
                throw FidelityCommand.refuse(
                        "-o " + argument + ": cannot be written to", "name a file in a folder that exists");
            }
            return path;
        } catch (InvalidPathException e) {
            throw FidelityCommand.refuse("-o " + argument + ": is no path", "name a file");
        }
    }

    private static void write(Path path, String text) {
        try {
            Files.writeString(path, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": cannot be written: " + e.getMessage(), e);
        }
    }
}
