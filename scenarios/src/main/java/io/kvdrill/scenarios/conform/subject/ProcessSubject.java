package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectReader;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subject behind a process that speaks JSON lines; {@code docs/subject-protocol.md} specifies them. One line goes out,
 * one comes back, within a time limit.
 *
 * <p>Used by one thread. Three more write its input and read its output and its errors; they end with
 * it.
 */
public final class ProcessSubject implements Subject {
    /** The version of the protocol that is spoken here. */
    public static final int PROTOCOL = 1;

    private static final String EXPECTED_GREETING = "; expected {\"protocol\":" + PROTOCOL + ",\"subject\":\"a name\"}";
    private static final long GOODBYE_MILLIS = 2000;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String command;
    private final Duration timeout;
    private final Process process;
    private final LinePipe output = new LinePipe();
    private final Tail errors = new Tail();
    private final LineSink input = new LineSink();
    private final Thread outputReader;
    private final Thread errorReader;
    private final Thread killAtExit = new Thread(this::kill, "subject-kill");
    private String name = "";
    private @Nullable VectorConfig config;

    private ProcessSubject(String command, Duration timeout, Process process) {
        this.command = command;
        this.timeout = timeout;
        this.process = process;
        start("subject-input", () -> input.pump(process.getOutputStream()));
        this.outputReader = start("subject-output", () -> output.pump(process.getInputStream()));
        this.errorReader = start("subject-errors", () -> errors.drain(process.getErrorStream()));
        Runtime.getRuntime().addShutdownHook(killAtExit);
    }

    /**
     * Starts a process and greets it.
     *
     * @param command for the shell
     * @param timeout how long one answer may take
     * @throws SubjectException if it cannot be started or does not greet back
     */
    public static ProcessSubject start(String command, Duration timeout) {
        Process process;
        try {
            process = new ProcessBuilder("/bin/sh", "-c", command).start();
        } catch (IOException e) {
            throw new SubjectException("subject \"" + command + "\": cannot be started: " + e.getMessage());
        }
        ProcessSubject subject = new ProcessSubject(command, timeout, process);
        try {
            subject.greet();
        } catch (SubjectException e) {
            subject.close();
            throw e;
        }
        return subject;
    }

    private static Thread start(String threadName, Runnable task) {
        Thread thread = new Thread(task, threadName);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void greet() {
        ObjectNode hello = JsonNodeFactory.instance.objectNode();
        hello.putObject("hello").put("kvdrill", "conform").put("protocol", PROTOCOL);
        ObjectNode answer = exchange(hello, "the greeting");
        JsonNode version = answer.path("protocol");
        if (!version.isIntegralNumber() || !version.canConvertToInt() || version.intValue() != PROTOCOL) {
            throw failure("it greets with protocol " + shorten(version.toString()) + EXPECTED_GREETING);
        }
        JsonNode subject = answer.path("subject");
        if (!subject.isString() || subject.stringValue().isBlank()) {
            throw failure("it greets with subject " + shorten(subject.toString()) + EXPECTED_GREETING);
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
        return answer(exchange(line, "begin of vector " + vector.name()), "begin of vector " + vector.name());
    }

    @Override
    public Answer step(SubjectStep step) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode body = line.putObject("step");
        body.put("index", step.index()).put("op", step.op().publicName());
        body.setAll(step.arguments());
        String what = "step " + step.index() + " (" + step.op().publicName() + ")";
        return answer(exchange(line, what), what);
    }

    @Override
    public void end() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.putObject("end");
        exchange(line, "the end of a vector");
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
            throw failure("answering " + what + ", \"effects\" is " + shorten(effects.toString())
                    + "; expected a list of effects");
        }
        List<Effect> read = new ArrayList<>();
        for (JsonNode effect : effects) {
            try {
                read.add(EffectReader.read(effect, config == null ? VectorConfig.standard() : config));
            } catch (IllegalArgumentException | ArithmeticException | JacksonException e) {
                throw failure("answering " + what + ", " + e.getMessage());
            }
        }
        return new Answer.Played(returns.isMissingNode() ? JsonNodeFactory.instance.nullNode() : returns, read);
    }

    private ObjectNode exchange(ObjectNode question, String what) {
        LinePipe.Line line;
        try {
            LinePipe.Line unasked = output.next(0);
            if (unasked != null && unasked.text() != null) {
                throw failure("before it was asked for " + what + ", it wrote " + shorten(unasked.text())
                        + "; expected one line for each line it reads");
            }
            input.write(MAPPER.writeValueAsString(question));
            line = unasked == null ? output.next(timeout.toMillis()) : unasked;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted while waiting for an answer to " + what);
        }
        if (line == null) {
            throw failure("no answer to " + what + " within " + timeout.toMillis() / 1000.0 + " s (--subject-timeout)");
        }
        if (line.text() == null) {
            throw failure(line.end() + " instead of answering " + what + exitNote());
        }
        return parse(line.text(), what);
    }

    private ObjectNode parse(String line, String what) {
        try {
            if (MAPPER.readTree(line) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw failure("it answers " + what + " with what is not JSON: " + shorten(line));
        }
        throw failure("it answers " + what + " with " + shorten(line) + "; expected a JSON object");
    }

    private String exitNote() {
        try {
            if (process.waitFor(GOODBYE_MILLIS, TimeUnit.MILLISECONDS)) {
                return "; its exit status is " + process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    private SubjectException failure(String reason) {
        kill();
        try {
            errorReader.join(GOODBYE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String tail = errors.text();
        return new SubjectException("subject \"" + command + "\": " + reason
                + (tail.isEmpty()
                        ? ""
                        : "\nthe end of its stderr:\n" + tail.indent(2).stripTrailing()));
    }

    private static String shorten(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    /** Closes the process's input, which tells it to leave, and ends it if it does not. */
    @Override
    public void close() {
        input.end();
        try {
            if (!process.waitFor(GOODBYE_MILLIS, TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
        outputReader.interrupt();
        try {
            Runtime.getRuntime().removeShutdownHook(killAtExit);
        } catch (IllegalStateException e) {
            // The virtual machine is going down, and the hook is at work.
        }
    }

    /**
     * Ends the process and what it has started. Through its handle, which leaves the streams open: what it said before
     * can still be read.
     */
    private void kill() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.toHandle().destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
