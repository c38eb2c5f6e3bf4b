package io.kvdrill.sim.world;

import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds laws that are stated to hold and to break. */
final class StatedLaws {
    private final Problems problems;
    private final Map<String, String> broken = new LinkedHashMap<>();
    private final Map<String, String> holding = new LinkedHashMap<>();
    private @Nullable String everyLawHolds;

    StatedLaws(Problems problems) {
        this.problems = problems;
    }

    /** Notes what is stated elsewhere. That every law holds is no contradiction there: declared ones are left out. */
    void before(String place, Expectation expectation) {
        if (expectation instanceof Expectation.LawBreaks breaks) {
            broken.putIfAbsent(breaks.law(), place);
        } else if (expectation instanceof Expectation.LawsHold holds) {
            holds.laws().forEach(law -> holding.putIfAbsent(law, place));
        }
    }

    /** Notes that a law breaks, and reports it if it is stated to hold. */
    void breaks(String place, String law) {
        String held = holding.get(law);
        if (held != null) {
            problems.add(place, law + " is stated to hold, too; keep one of the two", held);
        } else if (everyLawHolds != null) {
            problems.add(
                    place,
                    "every law is stated to hold, and " + law + " to break; leave the former out: what is not stated"
                            + " to break must hold anyway",
                    everyLawHolds);
        }
        broken.putIfAbsent(law, place);
    }

    /** Notes an expectation, and reports it if it contradicts what is stated already. */
    void add(String place, Expectation expectation) {
        if (expectation instanceof Expectation.LawBreaks breaks) {
            breaks(place, breaks.law());
        } else if (expectation instanceof Expectation.LawsHold holds) {
            holds(place, holds);
        }
    }

    private void holds(String place, Expectation.LawsHold holds) {
        for (String law : holds.laws()) {
            String breaks = broken.get(law);
            if (breaks != null) {
                problems.add(place, law + " is stated to break, too; keep one of the two", breaks);
            }
            holding.putIfAbsent(law, place);
        }
        if (holds.laws().isEmpty()) {
            everyLawHolds = place;
            broken.entrySet().stream()
                    .findFirst()
                    .ifPresent(first -> problems.add(
                            place,
                            "every law is stated to hold, and " + first.getKey() + " to break; leave this out: what is"
                                    + " not stated to break must hold anyway",
                            first.getValue()));
        }
    }
}
