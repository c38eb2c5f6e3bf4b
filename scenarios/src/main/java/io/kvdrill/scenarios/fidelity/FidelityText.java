package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.process.PlainText;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Says what came of a comparison: for people, or one JSON object a line for each group and one for all. */
final class FidelityText {
    private static final int MOST_SHOWN = 600;

    private final Console console;
    private final boolean json;
    private final String subject;
    private final String profile;

    FidelityText(Console console, boolean json, String subject, String profile) {
        this.console = console;
        this.json = json;
        this.subject = subject;
        this.profile = profile;
    }

    /**
     * Says it.
     *
     * @param vector writes the vector of a group and says where; empty if nowhere
     */
    void tell(Summary summary, Function<Summary.Group, String> vector) {
        int number = 0;
        for (Summary.Group group : summary.groups()) {
            number++;
            String file = vector.apply(group);
            if (json) {
                console.out().println(line(group, file));
            } else {
                tell(number, group, file);
            }
        }
        if (json) {
            console.out().println(line(summary));
            return;
        }
        summary.unseen().forEach(shape -> print("explained, and not seen: " + shape));
        print(subject + " against kvdrill under " + profile + ": " + Texts.count(summary.runs()) + " runs, "
                + Texts.count(summary.lives()) + " lives, " + Texts.count(summary.steps()) + " steps: "
                + Texts.count(summary.matched()) + " matched; " + summary.runsThatDiffer() + " runs differ, in "
                + summary.groups().size() + " groups, " + summary.unexplained() + " not explained"
                + (summary.cut() == 0 ? "" : "; " + summary.cut() + " lives to a moment without words only")
                + (summary.unsupported() == 0 ? "" : "; " + summary.unsupported() + " lives unsupported"));
    }

    private void tell(int number, Summary.Group group, String file) {
        Found found = group.shortest();
        Mismatch mismatch = found.mismatch();
        print(number + ". " + group.lives() + (group.lives() == 1 ? " life: " : " lives: ") + group.shape());
        print("   " + (group.why().isEmpty() ? "not explained" : "explained: " + group.why()));
        print("   " + found.vector().name() + ", step " + mismatch.step() + ": " + mismatch.op() + " "
                + shortened(mismatch.arguments().toString()));
        for (Difference difference : mismatch.differences()) {
            print("     rule " + difference.rule());
            print("       kvdrill: " + shortened(difference.expected()));
            print("       subject: " + shortened(difference.actual()));
        }
        print("   run: " + found.again());
        if (!file.isEmpty()) {
            print("   vector: " + file);
        }
    }

    private static String shortened(String text) {
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
    }

    private void print(String line) {
        console.out().println(PlainText.line(line));
    }

    private static ObjectNode line(Summary.Group group, String file) {
        Found found = group.shortest();
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("difference", group.shape())
                .put("lives", group.lives())
                .put("why", group.why())
                .put("example", found.vector().name())
                .put("step", found.mismatch().step())
                .put("run", found.again())
                .put("vector", file);
        ArrayNode details = line.putArray("details");
        for (Difference difference : found.mismatch().differences()) {
            details.addObject()
                    .put("rule", difference.rule())
                    .put("expected", difference.expected())
                    .put("actual", difference.actual());
        }
        return line;
    }

    private ObjectNode line(Summary summary) {
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("subject", subject)
                .put("profile", profile)
                .put("runs", summary.runs())
                .put("runs_that_differ", summary.runsThatDiffer())
                .put("lives", summary.lives())
                .put("steps", summary.steps())
                .put("matched", summary.matched())
                .put("groups", summary.groups().size())
                .put("unexplained", summary.unexplained())
                .put("cut", summary.cut())
                .put("unsupported", summary.unsupported());
        List<String> unseen = summary.unseen();
        ArrayNode list = line.putArray("explained_and_not_seen");
        unseen.forEach(list::add);
        return line;
    }
}
