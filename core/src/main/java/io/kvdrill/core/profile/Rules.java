package io.kvdrill.core.profile;

import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.TimeRow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A profile as one tier consults it, remembering which rows mattered: a behaviour when it was asked for at a point where
 * its values differ, a limit when it was reached.
 */
public final class Rules {
    private final Profile profile;
    private final BitSet reached = new BitSet();

    /** Rules of this profile, none of them reached yet. */
    public Rules(Profile profile) {
        this.profile = profile;
    }

    /** The profile behind the rules. */
    public Profile profile() {
        return profile;
    }

    /** The behaviour to follow now. Ask only where the answer makes a difference. */
    public <E extends Enum<E>> E choice(ChoiceRow<E> row) {
        reached.set(row.index());
        return profile.choice(row);
    }

    /** Whether the behaviour to follow now is {@code wanted}. Ask only where the answer makes a difference. */
    public <E extends Enum<E>> boolean is(ChoiceRow<E> row, E wanted) {
        return choice(row) == wanted;
    }

    /** The length of time in nanoseconds, or {@link Profile#NO_LIMIT}. */
    public long nanos(TimeRow row) {
        return profile.nanos(row);
    }

    /** The amount, or {@link Profile#NO_LIMIT}. */
    public long amount(AmountRow row) {
        return profile.amount(row);
    }

    /** Notes that a limit was reached. */
    public void reach(Row<?> row) {
        reached.set(row.index());
    }

    /** The rows that mattered so far, in catalogue order. */
    public List<Row<?>> reached() {
        List<Row<?>> rows = new ArrayList<>();
        for (Row<?> row : Rows.all()) {
            if (reached.get(row.index())) {
                rows.add(row);
            }
        }
        return rows;
    }
}
