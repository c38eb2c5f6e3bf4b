package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which rows of a profile decide whether a defect of FORMAT.md section 9.2 shows. */
public final class DefectRows {
    private static final Map<String, List<Row<?>>> ROWS = read();

    private DefectRows() {}

    /** Every defect id, in the order of FORMAT.md. */
    public static Set<String> ids() {
        return ROWS.keySet();
    }

    /**
     * The rows of a defect, the one that cures it first.
     *
     * @throws IllegalArgumentException if there is no such id
     */
    public static List<Row<?>> of(String defect) {
        List<Row<?>> rows = ROWS.get(defect);
        if (rows == null) {
            throw new IllegalArgumentException(
                    "unknown defect id \"" + defect + "\"; expected one of " + ROWS.keySet());
        }
        return rows;
    }

    /**
     * The row of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Row<?> row(String name) {
        for (Row<?> row : Rows.all()) {
            if (row.name().equals(name)) {
                return row;
            }
        }
        throw new IllegalArgumentException("no row of a profile is called \"" + name + "\"");
    }

    private static Map<String, List<Row<?>>> read() {
        Map<String, List<Row<?>>> byDefect = new LinkedHashMap<>();
        for (List<String> cells : TableResource.rows("defect-rows.tsv")) {
            List<Row<?>> rows = new ArrayList<>();
            cells.subList(1, cells.size()).forEach(name -> rows.add(row(name)));
            byDefect.put(cells.get(0), List.copyOf(rows));
        }
        return byDefect;
    }
}
