package io.kvdrill.reports.json;

import io.kvdrill.core.trace.StoredEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Faults in the words of the scenario, where a trace only has what the program calls them. */
public final class FaultWords {
    private final Map<String, RunReport.Fault> byName = new LinkedHashMap<>();

    /** Of these faults. */
    public FaultWords(List<RunReport.Fault> faults) {
        faults.forEach(fault -> byName.put(fault.fault(), fault));
    }

    /** What an entry says of a fault; empty where it is about none. Of one that is not known it says the kind. */
    public Optional<String> of(StoredEntry entry) {
        if (!entry.kind().startsWith("fault_") || !(entry.value("fault") instanceof String name)) {
            return Optional.empty();
        }
        String words =
                Optional.ofNullable(byName.get(name)).map(RunReport.Fault::text).orElse(kind(entry));
        String own = name.startsWith("faults[") ? "" : " (" + name + ")";
        String why = entry.value("why") instanceof String text ? ": " + text : "";
        return Optional.of(words + own + why);
    }

    private static String kind(StoredEntry entry) {
        String what = entry.value("what") instanceof String text ? text : "";
        int detail = what.indexOf('[');
        return detail < 0 ? what : what.substring(0, detail);
    }
}
