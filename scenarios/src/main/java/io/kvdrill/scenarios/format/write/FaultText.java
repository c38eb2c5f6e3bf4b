package io.kvdrill.scenarios.format.write;

import io.kvdrill.sim.world.Fault;
import java.util.Map;

/** What a fault does, in the words of a scenario file, in one line. */
public final class FaultText {
    private FaultText() {}

    /** The words, without when it strikes: {@code restart: prefill, down: 5s}; its kind alone where a file cannot say it. */
    public static String of(Fault fault) {
        try {
            Map<String, YamlOut> fields = FaultWriter.own(fault).entries();
            return String.join(
                    ", ",
                    fields.entrySet().stream()
                            .map(field ->
                                    field.getKey() + ": " + field.getValue().flow())
                            .toList());
        } catch (UnwritableException e) {
            return fault.word();
        }
    }
}
