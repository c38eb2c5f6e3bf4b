package io.kvdrill.reports.export;

import java.io.OutputStream;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/**
 * A table as CSV: RFC 4180 with line feeds, UTF-8, one line with the names of the columns, an empty cell for what is not
 * there, {@code true} and {@code false}. Text is not changed, so a cell may begin like a formula: tell a spreadsheet to
 * import it as text.
 */
public final class CsvTable {
    private static final CsvMapper MAPPER =
            CsvMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private CsvTable() {}

    /**
     * Writes a table of a run. The stream stays open.
     *
     * @throws tools.jackson.core.JacksonException if the stream fails
     */
    public static <R> void write(Table<R> table, RunView run, OutputStream out) {
        try (SequenceWriter writer = MAPPER.writer(CsvSchema.emptySchema()).writeValues(out)) {
            writer.write(table.columns().stream().map(Table.Column::name).toList());
            for (R row : table.rows().apply(run)) {
                writer.write(table.values(row).stream()
                        .map(value -> value == null ? "" : value)
                        .toList());
            }
        }
    }
}
