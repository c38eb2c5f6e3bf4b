package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.sim.trace.TraceRecorder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A tier in another process ended a run: it died, hangs or does not keep to the protocol. */
public final class TierFailedException extends SubjectException {
    private static final long serialVersionUID = 1L;

    private final transient TraceRecorder trace;
    private final transient Map<String, String> errors;

    TierFailedException(String run, SubjectException why, TraceRecorder trace, Map<String, String> errors) {
        super(run + ": " + why.getMessage());
        this.trace = trace;
        this.errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
    }

    /** What was recorded until then. */
    public TraceRecorder trace() {
        return trace;
    }

    /** What tiers have written to their standard errors, by the names of their peers. */
    public Map<String, String> errors() {
        return errors;
    }
}
