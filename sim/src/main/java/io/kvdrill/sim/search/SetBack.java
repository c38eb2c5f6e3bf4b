package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A row of {@code hardened} whose {@code vllm-2026-08} value breaks a law, and the rows that hide it unless they are set
 * back with it.
 *
 * @param row the row
 * @param masks the rows that hide what it breaks, and no other
 * @param breaks what it breaks: a law, with the statement of invariants.md that is meant ({@code I2/5}), or alone where
 *     none is
 * @param defects the documented defects that it cures, by the ids of conformance-format.md section 9
 * @param runs within how many swarm runs, from seed 0, it is found
 */
public record SetBack(Row<?> row, List<Row<?>> masks, List<String> breaks, List<String> defects, int runs) {

    /** Keeps immutable copies. */
    public SetBack {
        masks = List.copyOf(masks);
        breaks = List.copyOf(breaks);
        defects = List.copyOf(defects);
    }

    /** {@code hardened} with this row, and what masks it, as they were in August 2026. */
    public Profile profile() {
        return back(masked(), row).named("hardened, " + row + " set back");
    }

    /** {@code hardened} with the masks alone set back: what the row breaks, it keeps. */
    public Profile masked() {
        Profile profile = Profile.of(Preset.HARDENED);
        for (Row<?> mask : masks) {
            profile = back(profile, mask);
        }
        return profile;
    }

    /** {@link #profile} with one of the masks as {@code hardened} has it: what the row breaks does not show. */
    public Profile hiddenBy(Row<?> mask) {
        return hardened(profile(), mask);
    }

    private static <T> Profile back(Profile profile, Row<T> row) {
        return profile.with(row, Preset.VLLM_2026_08);
    }

    private static <T> Profile hardened(Profile profile, Row<T> row) {
        return profile.with(row, Preset.HARDENED);
    }

    /** Whether a run broke what this row breaks. */
    public boolean shownBy(RunResult result) {
        return brokenBy(result).stream().anyMatch(breaks::contains);
    }

    /** What a run broke, in the way of {@link #breaks}. */
    public static Set<String> brokenBy(RunResult result) {
        Set<String> broken = new LinkedHashSet<>();
        for (Violation violation : result.violations()) {
            broken.add(violation.statement() == 0 ? violation.law() : violation.law() + "/" + violation.statement());
        }
        return broken;
    }

    @Override
    public String toString() {
        return row + (masks.isEmpty() ? "" : " with " + masks) + " breaks " + breaks;
    }
}
