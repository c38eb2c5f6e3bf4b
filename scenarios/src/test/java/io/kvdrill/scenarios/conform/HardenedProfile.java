package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.List;

/**
 * The profiles under which a corrected tier is held against the recordings, each with its list of known differences.
 *
 * <p>Most random schedules name block indexes beyond the 64 blocks of the standard peer, which {@code hardened} answers
 * with a disconnect. Leaving that one row as it was recorded lets the rest of such a schedule be compared.
 */
enum HardenedProfile {
    HARDENED(KnownDifferences.TABLE, "src/main/resources"),
    HARDENED_WITHOUT_INTEGER_CHECKS("hardened-differences-without-integer-checks.tsv", "src/test/resources");

    private final String table;
    private final String folder;

    HardenedProfile(String table, String folder) {
        this.table = table;
        this.folder = folder;
    }

    String table() {
        return table;
    }

    String path() {
        return folder + "/io/kvdrill/scenarios/conform/" + table;
    }

    List<String> header() {
        String name = this == HARDENED
                ? "the profile \"hardened\" answers"
                : "the profile \"hardened\", with integer_checks as recorded, answers";
        return List.of(
                "# Steps of recorded vectors that " + name + " otherwise before their defect_at,",
                "# and the row of the profile that does it. Written by KnownDifferencesWriter, read by a person.",
                "# Vector, row, steps from 0. After a step with a plus sign the vector is not compared any further.");
    }

    Profile profile(ConformanceVector vector) {
        Profile hardened = Profile.of(Preset.HARDENED);
        return this == HARDENED
                ? hardened
                : hardened.with(Rows.INTEGER_CHECKS, vector.reference().preset());
    }
}
