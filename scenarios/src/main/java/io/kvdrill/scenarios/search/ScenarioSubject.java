package io.kvdrill.scenarios.search;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scenarios, each under its profiles and with its settings, over seeds. */
public final class ScenarioSubject implements Subject {

    /**
     * One way to run.
     *
     * @param label what tells it from the others
     * @param runCase its seed does not count
     */
    public record Variant(String label, RunCase runCase) {}

    private final String name;
    private final List<Variant> variants;
    private final Trials trials;

    /**
     * A subject.
     *
     * @param name what was asked for
     * @param variants at least one
     * @param trials what runs them
     */
    public ScenarioSubject(String name, List<Variant> variants, Trials trials) {
        this.name = name;
        this.variants = List.copyOf(variants);
        this.trials = trials;
    }

    @Override
    public String name() {
        return name;
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
        RunCase runCase = variants.get(variant).runCase();
        return new Input(runCase.world(), runCase.profile(), seed, trials.of(runCase.scenario()));
    }

    @Override
    public String again(int variant, long seed) {
        RunCase any = variants.get(variant).runCase();
        return new RunCase(any.scenario(), any.profile(), any.statedAs(), seed, any.arguments()).again();
    }

    @Override
    public Map<String, String> identity() {
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("version", Version.text());
        identity.put("scenario", name);
        for (int i = 0; i < variants.size(); i++) {
            RunCase runCase = variants.get(i).runCase();
            String number = i == 0 ? "" : " " + (i + 1);
            identity.put("profile" + number, SwarmSubject.text(runCase.profile()));
            long digest = new Digest().add(runCase.world().toString()).value();
            identity.put("content" + number, Long.toHexString(digest));
            if (!runCase.scenario().tiers().isEmpty()) {
                identity.put("tiers" + number, runCase.scenario().tiers().toString());
            }
        }
        return identity;
    }
}
