package io.kvdrill.scenarios.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variants of a scenario at every combination of the values of one or two axes. Everything that can be wrong is found here.
 *
 * @param axes one or two
 * @param all the points, the last axis fastest
 */
public record Points(List<Axis> axes, List<Point> all) {
    private static final int MOST_AXES = 2;

    /** Keeps immutable copies. */
    public Points {
        axes = List.copyOf(axes);
        all = List.copyOf(all);
    }

    /**
     * One combination.
     *
     * @param at places of the values, one for each axis
     * @param variants as they are there
     */
    public record Point(List<Integer> at, List<Variant> variants) {
        /** Keeps immutable copies. */
        public Point {
            at = List.copyOf(at);
            variants = List.copyOf(variants);
        }
    }

    /**
     * Reads variants at every point. What a variant sets itself counts for it, whatever the axis says.
     *
     * @param scenario its name or file; without a case where an axis names cases
     * @param settings of all variants
     * @param texts one for each variant; one is enough
     * @param axes as given to {@code --axis}
     * @param allowIdentical whether variants may differ in nothing
     * @param budget the most runs, and how many each point makes of a variant
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if an axis is none, there are more than two, or the
     *     same value changes along both, the points make more runs than the budget allows, a point cannot be
     *     run, or no variant changes along an axis
     */
    public static Points read(
            String scenario,
            List<String> settings,
            List<String> texts,
            List<String> axes,
            boolean allowIdentical,
            RunBudget budget) {
        if (texts.isEmpty()) {
            throw Axis.refuse("which variants?", "at least one, such as --variant ours=hardened");
        }
        List<Axis> parsed = axes.stream().map(Axis::parse).toList();
        if (parsed.size() > MOST_AXES) {
            throw Axis.refuse(
                    "--axis " + axes.get(MOST_AXES) + ": there are two axes already", "leave one of them out");
        }
        if (parsed.size() == MOST_AXES
                && parsed.get(0).path().equals(parsed.get(1).path())) {
            throw Axis.refuse("--axis " + axes.get(1) + ": the other axis is the same", "leave one of them out");
        }
        long points = 1;
        for (Axis axis : parsed) {
            points *= axis.values().size();
        }
        budget.refuseMore(points, texts.size());
        List<Point> all = new ArrayList<>();
        for (List<Integer> at : places(parsed)) {
            String name = scenario;
            List<String> here = new ArrayList<>(settings);
            for (int i = 0; i < at.size(); i++) {
                Axis axis = parsed.get(i);
                String value = axis.values().get(at.get(i));
                if (axis.path().equals(Axis.CASE)) {
                    name = scenario + "/" + value;
                } else {
                    here.add(axis.path() + "=" + value);
                }
            }
            all.add(new Point(at, Variants.readAny(name, here, texts, allowIdentical)));
        }
        for (int i = 0; i < parsed.size() && !allowIdentical; i++) {
            refuseUnmoved(parsed.get(i), axes.get(i), i, all);
        }
        return new Points(parsed, all);
    }

    /** Along an axis at least one variant must change somewhere. */
    private static void refuseUnmoved(Axis axis, String text, int place, List<Point> all) {
        Map<List<Integer>, Point> first = new LinkedHashMap<>();
        for (Point point : all) {
            List<Integer> others = new ArrayList<>(point.at());
            others.set(place, 0);
            Point begin = first.putIfAbsent(others, point);
            for (int i = 0; begin != null && i < point.variants().size(); i++) {
                if (!Variants.alike(begin.variants().get(i), point.variants().get(i))) {
                    return;
                }
            }
        }
        throw Axis.refuse(
                "--axis " + text + ": no variant changes along it",
                "leave " + axis.path() + " out of the variants, which set it themselves, or choose other values");
    }

    private static List<List<Integer>> places(List<Axis> axes) {
        List<List<Integer>> places = List.of(List.of());
        for (Axis axis : axes) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> place : places) {
                for (int i = 0; i < axis.values().size(); i++) {
                    List<Integer> more = new ArrayList<>(place);
                    more.add(i);
                    longer.add(more);
                }
            }
            places = longer;
        }
        return places;
    }

    /** Only those points. */
    public Points only(List<List<Integer>> places) {
        return new Points(
                axes, all.stream().filter(point -> places.contains(point.at())).toList());
    }
}
