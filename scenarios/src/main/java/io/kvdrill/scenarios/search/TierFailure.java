package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Signature.Failure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run that a tier in another process has ended: which call it was, and what was wrong with the answer. */
final class TierFailure {
    /** Stands for a law. */
    static final String LAW = "tier";

    private static final Pattern CALL =
            Pattern.compile("peer [^,]+, life \\d+, call \\d+ \\((\\w+)\\) at [^:;\\s]+:? ?");
    private static final String AFTER_THE_COMMAND = "\": ";
    private static final int MOST_OF_A_REASON = 60;

    private TierFailure() {}

    static Failure of(SubjectException thrown) {
        String message = String.valueOf(thrown.getMessage());
        String line = message.lines().findFirst().orElse("");
        int command = line.lastIndexOf(AFTER_THE_COMMAND);
        String said = command < 0 ? line : line.substring(command + AFTER_THE_COMMAND.length());
        Matcher call = CALL.matcher(said);
        String op = call.find() ? call.group(1) : "";
        String reason = call.replaceAll("").replaceAll("\\d+", "#");
        String kind = reason.substring(0, Math.min(reason.length(), MOST_OF_A_REASON));
        return new Failure(new Signature(LAW, 0, op, kind), message);
    }
}
