package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run that a file describes; a file with cases describes several.
 *
 * @param name the file's name without its ending; with cases, then {@code /} and the case's name
 * @param address what to type to name it: a shipped name, or the path of a file, with the case
 * @param fileAbout what the file is about, in a sentence
 * @param about what happens in this case, in a sentence; the same as {@code fileAbout} unless the case says otherwise
 * @param reports public reports of it
 * @param rehearsal what it rehearses, for those who look for it
 * @param profile the profile that the world's own expectations are stated for
 * @param world what is run
 * @param pinBudgetSlotNanos how long the slots of each peer may be pinned in all, added up over slots; {@link
 *     Long#MAX_VALUE} for no budget
 * @param tiers tiers that live in other processes, by the names of their peers; the others are kvdrill's own
 * @param written what is known from its text alone
 * @param why reasons of outcomes under other profiles, by profile; empty texts where nothing is said
 */
public record Scenario(
        String name,
        String address,
        String fileAbout,
        String about,
        List<String> reports,
        Rehearsal rehearsal,
        Profile profile,
        World world,
        long pinBudgetSlotNanos,
        Map<String, ProcessCommand> tiers,
        Written written,
        Map<String, String> why) {

    /** Keeps immutable copies. */
    public Scenario {
        reports = List.copyOf(reports);
        tiers = Collections.unmodifiableMap(new LinkedHashMap<>(tiers));
        why = Collections.unmodifiableMap(new LinkedHashMap<>(why));
    }

    /** This scenario with more of its tiers in other processes. */
    public Scenario withTiers(Map<String, ProcessCommand> more) {
        Map<String, ProcessCommand> all = new LinkedHashMap<>(tiers);
        all.putAll(more);
        return new Scenario(
                name,
                address,
                fileAbout,
                about,
                reports,
                rehearsal,
                profile,
                world,
                pinBudgetSlotNanos,
                all,
                written,
                why);
    }

    /** The name of the file, without that of the case. */
    public String fileName() {
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }

    /** The name of the case; empty where the file has none. */
    public String caseName() {
        int slash = name.indexOf('/');
        return slash < 0 ? "" : name.substring(slash + 1);
    }

    /** The names of the profiles for which it states an outcome, its own first. */
    public List<String> statedProfiles() {
        List<String> names = new ArrayList<>();
        names.add(profile.name());
        world.under().stream().map(ProfileOutcome::profile).forEach(names::add);
        return names;
    }

    /** Whether it states an outcome under a profile. */
    public boolean states(String profileName) {
        return statedProfiles().contains(profileName);
    }
}
