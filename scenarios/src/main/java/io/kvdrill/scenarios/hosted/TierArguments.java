package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.world.PeerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that put tiers of the user's own into peers. */
public final class TierArguments {
    /** The option that names a tier. */
    public static final String TIER_OPTION = "--tier";

    /** The option that bounds one of its steps. */
    public static final String TIMEOUT_OPTION = "--tier-timeout";

    private static final double USUAL_SECONDS = 10;

    @Option(
            names = TIER_OPTION,
            paramLabel = "PEER=CMD",
            description =
                    "The tier of this peer is a process of yours (docs/tier-protocol.md); '*' is every peer. May be repeated.")
    private List<String> tiers = List.of();

    @Option(
            names = TIMEOUT_OPTION,
            paramLabel = "SECONDS",
            description = "How long one step of such a tier may take. Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds = USUAL_SECONDS;

    /** None given yet. */
    public TierArguments() {}

    /** Whether there are any. */
    public boolean given() {
        return !tiers.isEmpty();
    }

    /** Them as words of a command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        tiers.forEach(tier -> words.addAll(List.of(TIER_OPTION, tier)));
        if (!tiers.isEmpty() && timeoutSeconds != USUAL_SECONDS) {
            words.addAll(List.of(TIMEOUT_OPTION, Double.toString(timeoutSeconds)));
        }
        return words;
    }

    /**
     * Takes over what a stored command says.
     *
     * @param words {@link #TIER_OPTION} and {@link #TIMEOUT_OPTION}, each with its value after it; what is neither is left
     * @throws InvalidInputException if a value is none
     */
    public void takeOver(List<String> words) {
        List<String> all = new ArrayList<>(tiers);
        for (int i = 0; i + 1 < words.size(); i += 2) {
            String value = words.get(i + 1);
            if (words.get(i).equals(TIER_OPTION)) {
                all.add(value);
            } else if (words.get(i).equals(TIMEOUT_OPTION)) {
                try {
                    timeoutSeconds = Double.parseDouble(value);
                } catch (NumberFormatException e) {
                    throw refuse(TIMEOUT_OPTION + " " + value, "seconds above 0, and at most a day");
                }
            }
        }
        tiers = all;
    }

    /**
     * The commands by the names of their peers, of which one may stand for all.
     *
     * @throws InvalidInputException if an option says nothing
     */
    public Map<String, ProcessCommand> commands() {
        if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400)) {
            throw refuse("--tier-timeout " + timeoutSeconds, "seconds above 0, and at most a day");
        }
        Duration timeout = Duration.ofNanos((long) (timeoutSeconds * 1e9));
        Map<String, ProcessCommand> commands = new LinkedHashMap<>();
        for (String tier : tiers) {
            int equals = tier.indexOf('=');
            if (equals < 1 || tier.substring(equals + 1).isBlank()) {
                throw refuse("--tier " + tier, "PEER=CMD, such as --tier decode='python3 my_tier.py'");
            }
            String peer = tier.substring(0, equals);
            String command = tier.substring(equals + 1);
            ProcessCommand before = commands.put(peer, ProcessCommand.shell("tier", command, timeout, TIMEOUT_OPTION));
            if (before != null) {
                throw refuse("--tier " + peer + "=... is given twice", "one tier for each peer");
            }
        }
        return commands;
    }

    /**
     * Scenarios with these tiers in them.
     *
     * @param lenient a scenario without such a peer keeps kvdrill's tiers, as long as another has it
     * @throws InvalidInputException if a scenario has no such peer
     */
    public List<Scenario> applyTo(List<Scenario> scenarios, boolean lenient) {
        Map<String, ProcessCommand> commands = commands();
        List<Scenario> changed = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            changed.add(scenario.withTiers(HostedTrial.in(scenario.world(), commands)));
        }
        for (String peer : commands.keySet()) {
            List<Scenario> without = scenarios.stream()
                    .filter(scenario -> !peer.equals(HostedTrial.ALL_PEERS)
                            && !names(scenario).contains(peer))
                    .toList();
            if (!without.isEmpty() && (!lenient || without.size() == scenarios.size())) {
                throw refuse(
                        "--tier " + peer + "=...: " + without.get(0).name() + " has no peer of this name",
                        Nearest.suggestion(peer, names(without.get(0))));
            }
        }
        return changed;
    }

    private static List<String> names(Scenario scenario) {
        return scenario.world().peers().stream().map(PeerSpec::name).toList();
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
