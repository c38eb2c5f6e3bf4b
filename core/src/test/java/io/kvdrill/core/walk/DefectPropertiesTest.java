package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A property that cannot fail is noticed: for each documented defect the table {@code defect-properties.tsv} names the
 * property that fails when the row that cures it is set back, with the rows that mask it and no other, in a walk that goes
 * well with the masks alone.
 *
 * <p>The table keeps the seed of such a walk. Where the walks have changed and it shows the defect no more, the search
 * begins afresh; {@code -Dkvdrill.afresh=true} does so for every defect, and prints the seeds.
 */
class DefectPropertiesTest {
    private static final int SOON = 8_000;
    private static final Pattern JOB = Pattern.compile("job=([0-9]+)");

    /**
     * A line of the table.
     *
     * @param shows a pattern for what {@link #description} says
     */
    record Defect(String id, Row<?> row, List<Row<?>> masks, TierProperty property, Pattern shows, long seed) {
        @Override
        public String toString() {
            return id + ": " + row + (masks.isEmpty() ? "" : " with " + masks) + " fails " + property;
        }

        Profile masked() {
            Profile profile = Profile.of(Preset.HARDENED);
            for (Row<?> mask : masks) {
                profile = back(profile, mask);
            }
            return property.under(profile);
        }

        private static <T> Profile back(Profile profile, Row<T> row) {
            return profile.with(row, Preset.VLLM_2026_08);
        }

        boolean shownBy(List<Op> walk) {
            return shows.matcher(description(back(masked(), row), walk)).find()
                    && Walks.failure(masked(), TierBench.FENCING, walk) == null;
        }

        /** What a walk breaks of the property, and what happened in the op that broke it; empty if nothing. */
        private String description(Profile profile, List<Op> ops) {
            Walk walk = new Walk(profile, TierBench.FENCING);
            int before = 0;
            try {
                for (Op op : ops) {
                    before = walk.bench.trace().size();
                    op.run(walk);
                }
                walk.comeToRest();
                return "";
            } catch (LawBroken | TierFailure failure) {
                return property.brokenBy(failure) ? describe(failure, walk.bench.trace(), before) : "";
            }
        }

        private static String describe(Throwable failure, List<TraceEvent> trace, int before) {
            String what = failure instanceof TierFailure escaped
                    ? escaped.kind() + " " + escaped.getMessage()
                    : String.valueOf(failure.getMessage());
            var job = JOB.matcher(what);
            StringBuilder text = new StringBuilder(what);
            if (job.find()) { // why its store ended, whenever that was
                trace.stream()
                        .filter(event -> event instanceof ServerEvent.StoreEnded ended
                                && ended.job() == Long.parseLong(job.group(1)))
                        .forEach(event -> text.append(", ").append(event));
            } else {
                trace.subList(before, trace.size())
                        .forEach(event -> text.append(", ").append(event));
            }
            return text.toString();
        }
    }

    static List<Defect> defects() {
        List<Defect> defects = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(DefectPropertiesTest.class.getResourceAsStream("defect-properties.tsv")),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    defects.add(defect(List.of(line.split("\t", -1))));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return defects;
    }

    private static Defect defect(List<String> cells) {
        List<Row<?>> masks = cells.get(2).isEmpty()
                ? List.of()
                : Arrays.stream(cells.get(2).split(",", -1))
                        .<Row<?>>map(DefectPropertiesTest::row)
                        .toList();
        return new Defect(
                cells.get(0),
                row(cells.get(1)),
                masks,
                TierProperty.valueOf(cells.get(3)),
                Pattern.compile(cells.get(4)),
                Long.parseLong(cells.get(5)));
    }

    private static Row<?> row(String name) {
        return Rows.named(name).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void eachDefectFailsItsPropertyWhenItsRowIsSetBack(Defect defect) {
        JqwikSession.run(() -> assertThat(shownWith(defect))
                .as("%s within %d walks; if the walks have changed, search for longer", defect, SOON)
                .isNotNegative());
    }

    private static long shownWith(Defect defect) {
        RandomGenerator<List<Op>> walks = defect.property().walks().generator(1000);
        boolean afresh = Boolean.getBoolean("kvdrill.afresh");
        if (!afresh && defect.shownBy(walks.next(new Random(defect.seed())).value())) {
            return defect.seed();
        }
        for (long seed = 0; seed < SOON; seed++) {
            if (defect.shownBy(walks.next(new Random(seed)).value())) {
                if (afresh) {
                    System.out.println("afresh\t" + defect.id() + "\t" + seed);
                }
                return seed;
            }
        }
        return -1;
    }

    @Test
    void eachPropertyThatADefectCanBreakIsBrokenByOne() {
        assertThat(defects().stream().map(Defect::property).distinct())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(TierProperty.values())
                        // Grouping is an option that no defect concerns; PeerLawsTest shows that its law can break.
                        .filter(property -> property != TierProperty.GROUPING_TOUCHES_ONE_HOST)
                        .toList());
    }
}
