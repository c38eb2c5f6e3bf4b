package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectReader;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.scenarios.process.AskedProcess;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subject behind a process that speaks JSON lines; {@code docs/subject-protocol.md} specifies them. One line goes out,
 * one comes back, within a time limit. Used by one thread.
 */
public final class ProcessSubject implements Subject {
    /** The version of the protocol that is spoken here. */
    public static final int PROTOCOL = 1;

    private static final String EXPECTED_GREETING = "; expected {\"protocol\":" + PROTOCOL + ",\"subject\":\"a name\"}";

    private final AskedProcess process;
    private String name = "";
    private @Nullable VectorConfig config;

    private ProcessSubject(AskedProcess process) {
        this.process = process;
    }

    /**
     * Starts a process and greets it.
     *
     * @param command for the shell
     * @param timeout how long one answer may take
     * @throws SubjectException if it cannot be started or does not greet back
     */
    public static ProcessSubject start(String command, Duration timeout) {
        ProcessSubject subject = new ProcessSubject(
                AskedProcess.start(ProcessCommand.shell("subject", command, timeout, "--subject-timeout")));
        try {
            subject.greet();
        } catch (SubjectException e) {
            subject.close();
            throw e;
        }
        return subject;
    }

    private void greet() {
        ObjectNode hello = JsonNodeFactory.instance.objectNode();
        hello.putObject("hello").put("kvdrill", "conform").put("protocol", PROTOCOL);
        ObjectNode answer = process.exchange(hello, "the greeting");
        JsonNode version = answer.path("protocol");
        if (!version.isIntegralNumber() || !version.canConvertToInt() || version.intValue() != PROTOCOL) {
            throw process.failure(
                    "it greets with protocol " + AskedProcess.shortened(version.toString()) + EXPECTED_GREETING);
        }
        JsonNode subject = answer.path("subject");
        if (!subject.isString() || subject.stringValue().isBlank()) {
            throw process.failure(
                    "it greets with subject " + AskedProcess.shortened(subject.toString()) + EXPECTED_GREETING);
        }
        name = subject.stringValue();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Answer begin(ConformanceVector vector) {
        config = vector.config();
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode begin = line.putObject("begin");
        begin.put("vector", vector.name()).put("reference", vector.reference().publicName());
        begin.set("config", vector.config().toJson());
        return answer(process.exchange(line, "begin of vector " + vector.name()), "begin of vector " + vector.name());
    }

    @Override
    public Answer step(SubjectStep step) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode body = line.putObject("step");
        body.put("index", step.index()).put("op", step.op().publicName());
        body.setAll(step.arguments());
        String what = "step " + step.index() + " (" + step.op().publicName() + ")";
        return answer(process.exchange(line, what), what);
    }

    @Override
    public void end() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.putObject("end");
        process.exchange(line, "the end of a vector");
    }

    private Answer answer(ObjectNode json, String what) {
        if (json.has("unsupported")) {
            return new Answer.Unsupported(json.path("unsupported").asString(""));
        }
        if (json.has("broken")) {
            return new Answer.Broken(json.path("broken").asString(""));
        }
        JsonNode returns = json.path("returns");
        JsonNode effects = json.path("effects");
        if (!effects.isMissingNode() && !(effects instanceof ArrayNode)) {
            throw process.failure("answering " + what + ", \"effects\" is " + AskedProcess.shortened(effects.toString())
                    + "; expected a list of effects");
        }
        List<Effect> read = new ArrayList<>();
        for (JsonNode effect : effects) {
            try {
                read.add(EffectReader.read(effect, config == null ? VectorConfig.standard() : config));
            } catch (IllegalArgumentException | ArithmeticException | JacksonException e) {
                throw process.failure("answering " + what + ", " + e.getMessage());
            }
        }
        return new Answer.Played(returns.isMissingNode() ? JsonNodeFactory.instance.nullNode() : returns, read);
    }

    @Override
    public void close() {
        process.close();
    }
}
