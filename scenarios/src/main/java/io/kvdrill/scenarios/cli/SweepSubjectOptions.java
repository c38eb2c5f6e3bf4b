package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.search.SweepWords;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** The options that say what is to be swept. */
final class SweepSubjectOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "A shipped scenario or a file; one case of it as SCENARIO/CASE.")
    private @Nullable String scenario;

    @Option(names = "--swarm", description = "Draw clusters, workloads, timings and faults from a grammar instead.")
    private boolean swarm;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description =
                    "Under this profile. Default: every profile for which a scenario states an outcome; hardened for a swarm.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Set a field of the scenario or a row of the profile, as in run. May be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--vary",
            paramLabel = "PATH=V1,V2,...",
            description = "Run every seed with each of these values, as --set would set them. Several make a table.")
    private List<String> axes = List.of();

    @Option(
            names = "--without",
            paramLabel = "FEATURE",
            split = ",",
            description = "Features that a swarm must not draw; docs/search.md lists them.")
    private List<String> without = List.of();

    @Option(
            names = "--only",
            paramLabel = "FEATURE",
            split = ",",
            description = "The only features that a swarm may draw.")
    private List<String> only = List.of();

    @Mixin
    private TierArguments tiers = new TierArguments();

    /** Whether a swarm was asked for. */
    boolean swarm() {
        return swarm;
    }

    /**
     * What was asked for.
     *
     * @throws InvalidInputException if it is nothing, or two things
     */
    SweepWords words() {
        if (swarm == (scenario != null)) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    swarm ? "--swarm and the name of a scenario" : "what is to be swept?",
                    swarm ? "leave one out" : "name a scenario, or use --swarm");
        }
        return new SweepWords(scenario, profile, settings, axes, only, without, tiers.words());
    }

    /**
     * Refuses what stands between {@code sweep} and a verb of it, where it would count for nothing.
     *
     * @param verb the command that runs
     * @throws InvalidInputException if something does
     */
    static void refuseBefore(CommandSpec verb) {
        ParseResult sweep = verb.commandLine().getParent().getParseResult();
        if (!sweep.matchedArgs().isEmpty()) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    "something stands between sweep and " + verb.name(),
                    "put options after " + verb.name() + "; a scenario of this name is meant by ./" + verb.name());
        }
    }
}
