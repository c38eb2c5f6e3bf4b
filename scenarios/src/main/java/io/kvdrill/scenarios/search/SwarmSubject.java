package io.kvdrill.scenarios.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.run.Shell;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.search.swarm.Feature;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs drawn from a grammar. */
public final class SwarmSubject implements Subject {

    /**
     * One way to search.
     *
     * @param label what tells it from the others
     * @param profile under which profile
     * @param arguments the options that say so
     */
    public record Variant(String label, Profile profile, List<String> arguments) {
        /** Keeps an immutable copy. */
        public Variant {
            arguments = List.copyOf(arguments);
        }
    }

    private final Swarm swarm;
    private final List<Variant> variants;
    private final Trial trial;

    /**
     * A subject.
     *
     * @param variants at least one
     */
    public SwarmSubject(Swarm swarm, List<Variant> variants, Trial trial) {
        this.swarm = swarm;
        this.variants = List.copyOf(variants);
        this.trial = trial;
    }

    /** The run of a seed, with what it was drawn from. */
    SwarmCase draw(int variant, long seed) {
        return swarm.draw(variants.get(variant).profile(), seed);
    }

    /** A variant. */
    Variant variant(int number) {
        return variants.get(number);
    }

    @Override
    public String name() {
        return "swarm";
    }

    @Override
    public int variants() {
        return variants.size();
    }

    @Override
    public String label(int variant) {
        return variants.get(variant).label();
    }

    @Override
    public Input input(int variant, long seed) {
        SwarmCase drawn = draw(variant, seed);
        return new Input(drawn.world(), drawn.profile(), seed, trial);
    }

    @Override
    public String again(int variant, long seed) {
        StringBuilder command = new StringBuilder("kvdrill run --swarm-seed ").append(seed);
        variants.get(variant)
                .arguments()
                .forEach(argument -> command.append(' ').append(Shell.quoted(argument)));
        return command.toString();
    }

    @Override
    public Map<String, String> identity() {
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("version", Version.text());
        identity.put("scenario", "swarm");
        identity.put(
                "features",
                swarm.grammar().allowed().stream().map(Feature::word).collect(Collectors.joining(" ")));
        for (int i = 0; i < variants.size(); i++) {
            identity.put(
                    "profile" + (i == 0 ? "" : " " + (i + 1)),
                    text(variants.get(i).profile()));
        }
        List<String> words = variants.get(0).arguments();
        int tier = words.indexOf(TierArguments.TIER_OPTION);
        if (tier >= 0) {
            identity.put("tiers", String.join(" ", words.subList(tier, words.size())));
        }
        return identity;
    }

    /** A profile as a text that is equal for equal profiles only. */
    static String text(Profile profile) {
        StringBuilder text = new StringBuilder(profile.base().publicName());
        for (Row<?> row : profile.overridden()) {
            text.append(' ').append(row.name()).append('=').append(RowText.of(row, profile));
        }
        return text.toString();
    }
}
