package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepLines;
import io.kvdrill.scenarios.search.SweepResult;
import io.kvdrill.scenarios.search.SweepText;
import io.kvdrill.sim.search.Group;
import java.util.List;
import java.util.OptionalLong;

/** Prints what a sweep came to. */
final class SweepTelling {
    private final Console console;
    private final boolean json;

    SweepTelling(Console console, boolean json) {
        this.console = console;
        this.json = json;
    }

    /**
     * Prints it.
     *
     * @param wallNanos how long it took; none where it was put together from parts
     * @param before how many of its runs were made before that
     */
    void tell(Subject subject, SweepResult result, OptionalLong wallNanos, long before) {
        List<Group> groups = result.groups().inOrder();
        if (json) {
            groups.forEach(group -> console.out().println(SweepLines.group(subject, group)));
            console.out().println(SweepLines.summary(subject, result, wallNanos, before));
        } else {
            for (int i = 0; i < groups.size(); i++) {
                console.out().print(SweepText.group(subject, i + 1, groups.get(i)));
            }
            console.out().print(SweepText.coverage(result.coverage()));
            String summary = SweepText.summary(subject, result, wallNanos, before);
            console.out()
                    .println(
                            result.failed() == 0
                                    ? console.style().good(summary)
                                    : console.style().bad(summary));
        }
        console.out().flush();
    }

    /** The exit status that says whether a run failed. */
    static int status(SweepResult result) {
        return result.failed() == 0 ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
    }
}
