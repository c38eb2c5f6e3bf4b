package io.kvdrill.scenarios.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a stored run can be rendered as. */
enum ReportFormat {
    /** One page that needs no network. */
    HTML("report.html"),
    /** Chrome's trace events. */
    PERFETTO("perfetto.json"),
    /** A folder of tables. */
    CSV("tables");

    private final String standardName;

    ReportFormat(String standardName) {
        this.standardName = standardName;
    }

    /** What it is called in the folder of its run unless the user says otherwise. */
    String standardName() {
        return standardName;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the name of one. */
    static final class Reader implements ITypeConverter<ReportFormat> {
        @Override
        public ReportFormat convert(String value) {
            for (ReportFormat format : values()) {
                if (format.toString().equals(value)) {
                    return format;
                }
            }
            throw new TypeConversionException("'" + value + "' is none of " + String.join(", ", new Names()));
        }
    }

    /** The names of all. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(ReportFormat::toString).iterator();
        }
    }
}
