package io.kvdrill.sim.search.shrink;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.search.shrink.RecordTree.Part;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Smaller counts, rounder quantities, and times in place of events where a round time will do. */
final class Numbers {
    private static final int ROUND_DIGITS = 2;
    private static final int MOST_DIGITS = 18;

    private final RecordTree tree;
    private final References references;

    Numbers(RecordTree tree, References references) {
        this.tree = tree;
        this.references = references;
    }

    /** All of these passes. */
    List<Pass> passes() {
        return List.of(this::times, this::counts, this::rounder, this::rounderRows);
    }

    /** Faults, arrivals and the healing at round times near those at which they came. */
    private List<Supplier<Candidate>> times(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        World world = from.world();
        for (int i = 0; i < world.faults().size(); i++) {
            int place = i;
            at(world.faults().get(i).at(), seen.struckNanos(i))
                    .forEach(at -> options.add(() -> changed(
                            from,
                            tree.with(
                                    world,
                                    "faults",
                                    set(
                                            world.faults(),
                                            place,
                                            tree.with(world.faults().get(place), "at", at))))));
        }
        for (int i = 0; i < world.requests().size(); i++) {
            int place = i;
            at(world.requests().get(i).arrival(), seen.arrivedNanos(i))
                    .forEach(at -> options.add(() -> changed(
                            from,
                            tree.with(
                                    world,
                                    "requests",
                                    set(
                                            world.requests(),
                                            place,
                                            world.requests().get(place).arriving(at))))));
        }
        Moment heal = world.heal();
        if (heal != null) {
            at(heal, seen.healedNanos())
                    .forEach(at -> options.add(
                            () -> changed(from, world.toBuilder().healAt(at).build())));
        }
        return options;
    }

    private static List<Moment> at(Moment moment, @Nullable Long seenNanos) {
        if (seenNanos == null || moment instanceof Moment.At) {
            return List.of();
        }
        List<Moment> round = new ArrayList<>();
        rounded(seenNanos, ROUND_DIGITS).forEach(nanos -> round.add(Moment.at(nanos)));
        return round;
    }

    private List<Supplier<Candidate>> counts(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        int block = from.world().model().tokensPerBlock();
        for (Part part : tree.parts(from.world())) {
            if (part.value() instanceof Number number && isCount(part.name())) {
                long value = number.longValue();
                Set<Long> smaller = new LinkedHashSet<>(List.of(1L, (long) block, 2L * block, value / 2));
                if (value > block) {
                    smaller.add((value - 1) / block * block);
                }
                smaller.add(value - 1);
                for (long count : smaller) {
                    if (count > 0 && count < value) {
                        options.add(() -> changed(from, part, count));
                    }
                }
            }
        }
        return options;
    }

    private List<Supplier<Candidate>> rounder(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        for (Part part : tree.parts(from.world())) {
            if (part.value() instanceof Number number && !isCount(part.name()) && !isOfCaps(from.world(), part)) {
                for (long round : rounded(number.longValue(), MOST_DIGITS)) {
                    options.add(() -> changed(from, part, round));
                }
            }
        }
        return options;
    }

    private List<Supplier<Candidate>> rounderRows(Candidate from, Sighting seen) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        for (Row<?> row : from.profile().overridden()) {
            if (row instanceof Row.TimeRow time) {
                options.addAll(rounder(from, time));
            } else if (row instanceof Row.AmountRow amount) {
                options.addAll(rounder(from, amount));
            }
        }
        return options;
    }

    private static List<Supplier<Candidate>> rounder(Candidate from, Row<Long> row) {
        List<Supplier<Candidate>> options = new ArrayList<>();
        Profile profile = from.profile();
        Long value = profile.value(row);
        if (value != null) {
            for (Long round : rounded(value, MOST_DIGITS)) {
                if (round > 0) {
                    options.add(() -> from.with(profile.with(row, round)));
                }
            }
        }
        return options;
    }

    /** Zero, and what is near with few digits that are not zero, the roundest first. */
    static List<Long> rounded(long value, int mostDigits) {
        long size = Math.abs(value);
        Set<Long> round = new LinkedHashSet<>();
        if (size != 0 && size != Long.MAX_VALUE) {
            round.add(0L);
            int digits = Long.toString(size).length();
            for (int kept = 1; kept <= Math.min(digits, mostDigits); kept += kept < 4 ? 1 : 3) {
                long unit = power(digits - kept);
                long down = size / unit * unit;
                round.add(Long.signum(value) * down);
                round.add(Long.signum(value) * (down == size ? down : down + unit));
            }
        }
        return List.copyOf(round);
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    private static boolean isCount(String component) {
        return switch (component) {
            case "tokens", "outputTokens", "slots", "nth", "rank", "port", "highWaterMark", "prefillChunkTokens" ->
                true;
            default -> false;
        };
    }

    private boolean isOfCaps(World world, Part part) {
        return part.path().size() == 2 && tree.values(world).get(part.path().get(0)) instanceof Caps;
    }

    private static <T> List<T> set(List<T> list, int place, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(place, value);
        return changed;
    }

    private Candidate changed(Candidate from, Part part, long value) {
        Object number = part.value() instanceof Integer ? (Object) (int) Math.min(value, Integer.MAX_VALUE) : value;
        return changed(from, tree.replaced(from.world(), part.path(), number));
    }

    private Candidate changed(Candidate from, World world) {
        return from.with(references.mended(from.world(), world));
    }
}
